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
  /** The label of the button that takes the step. */
  action: string;
  /** Primary if the step is what most passengers want. */
  variant: 'primary' | 'secondary';
  /** The question before the step is taken. */
  ask: { title: string; text: ReactNode };
  take: () => Promise<unknown>;
  done: LazyText;
  failed: LazyText;
};

/** A notice with a step that the passenger can take, after one confirmation. */
export function ConfirmedStep({ type, title, text, action, variant, ask, take, done, failed }: Props) {
  const [isAsking, setAsking] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    try {
      await take();
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
            <Button variant={variant} onClick={() => setAsking(true)}>
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
