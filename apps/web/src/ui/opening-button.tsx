import { type ComponentProps, useTransition } from 'react';
import { handleError } from '../lib/errors.ts';
import { loadInTime } from '../lib/load-in-time.ts';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'isBusy' | 'onClick'> & {
  /** Loads the script of what the button opens. */
  load: () => Promise<unknown>;
  onOpen: () => void;
};

/** A button for a dialog that has a script of its own: it is busy until the dialog can be shown; a notice says why if it cannot. */
export function OpeningButton({ load, onOpen, ...button }: Props) {
  const [isLoading, startLoading] = useTransition();
  // React does not keep a transition waiting for a part that is new on the screen, so the script is waited for here.
  const open = async (): Promise<void> => {
    await loadInTime(load);
    onOpen();
  };
  const handleClick = (): void => startLoading(() => open().catch((error: unknown) => handleError(error)));
  return <Button {...button} isBusy={isLoading} onClick={handleClick} />;
}
