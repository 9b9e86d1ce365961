import { type ReactNode, useState } from 'react';
import { handleError } from '../../../lib/errors.ts';
import type { LazyText } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';

type Props = {
  type: 'info' | 'warning';
  title: string;
  text: string;
  /** The label of the button that ends the claim. */
  action: string;
  /** The question before the claim ends. */
  ask: { title: string; text: ReactNode };
  end: () => Promise<unknown>;
  done: LazyText;
  failed: LazyText;
};

/** A claim that the reader can end, after one confirmation. */
export function ClaimEnd({ type, title, text, action, ask, end, done, failed }: Props) {
  const [isAsking, setAsking] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    try {
      await end();
    } catch (error) {
      handleError(error, {}, failed);
      setAsking(false);
      return;
    }
    setAsking(false);
    notifyChange(done);
  };
  return (
    <>
      <Alert type={type} title={title} isStanding>
        <Stack gap={3}>
          <p>{text}</p>
          <div>
            <Button variant={type === 'warning' ? 'primary' : 'secondary'} onClick={() => setAsking(true)}>
              {action}
            </Button>
          </div>
        </Stack>
      </Alert>
      <ConfirmDialog
        title={ask.title}
        confirmLabel={action}
        isOpen={isAsking}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{ask.text}</p>
      </ConfirmDialog>
    </>
  );
}
