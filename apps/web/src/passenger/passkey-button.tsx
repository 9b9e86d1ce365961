import { type ReactNode, useState } from 'react';
import { errorText, handleError } from '../lib/errors.ts';
import { type LazyText, useT } from '../lib/i18n.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useHold } from '../ui/hold.ts';
import { KeyIcon } from '../ui/icons.tsx';
import { ceremonyOutcome } from './passkey-support.ts';

type Props = {
  /** Asks for a passkey and uses it. */
  act: () => Promise<void>;
  /** What to show if the passenger closed the browser's dialog: this is no failure. */
  notUsed: LazyText;
  isWide?: boolean;
  children: ReactNode;
};

type Outcome = { type: 'info' | 'danger'; text: LazyText };

export function PasskeyButton({ act, notUsed, isWide = false, children }: Props) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  useHold(isBusy);
  const fail = (error: unknown): void => {
    const refused = (): void => setOutcome({ type: 'danger', text: errorText(error) });
    if (ceremonyOutcome(error)) setOutcome({ type: 'info', text: notUsed });
    else handleError(error, { passkey_refused: refused, too_many_requests: refused });
  };
  const handleClick = (): void => {
    setBusy(true);
    setOutcome(undefined);
    void act()
      .catch(fail)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button isWide={isWide} isBusy={isBusy} onClick={handleClick}>
        <KeyIcon />
        {children}
      </Button>
      {outcome && <Alert type={outcome.type}>{outcome.text(t)}</Alert>}
    </>
  );
}
