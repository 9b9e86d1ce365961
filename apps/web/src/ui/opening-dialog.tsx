import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Boundary } from './boundary.tsx';
import { OpeningButton } from './opening-button.tsx';

type Props = Omit<ComponentProps<typeof OpeningButton>, 'onOpen'> & {
  /** The dialog, a part that is loaded by the first press. */
  dialog: (state: { isOpen: boolean; onClose: () => void }) => ReactNode;
};

/** A button and its dialog, which is on the page from the first press on, so that what was chosen in it stays when it is closed. */
export function OpeningDialog({ dialog, ...button }: Props) {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <OpeningButton {...button} onOpen={() => setOpen(true)} />
      {isOpen !== undefined && (
        <Boundary>
          <Suspense>{dialog({ isOpen, onClose: () => setOpen(false) })}</Suspense>
        </Boundary>
      )}
    </>
  );
}
