import type { Question } from '@tapfolio/contracts/questions.ts';
import { useState } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { notify, notifyChange } from '../../../lib/notices.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { useWithdraw } from '../api/write.ts';

/** Lets the passenger say that no answer is needed any more. */
export function WithdrawQuestion({ question }: { question: Question }) {
  const t = useT();
  const { number } = question;
  const [isAsking, setAsking] = useState(false);
  const withdraw = useWithdraw(question);
  const handleConfirm = async (): Promise<void> => {
    const calm = (title: LazyText) => () => notify({ type: 'info', title, unbroken: number });
    try {
      await withdraw.mutateAsync();
      notifyChange((now) => now('questions.withdrawDone', { number }), { unbroken: number });
    } catch (error) {
      // The answer was faster, or the card of the question has left the account.
      const known = {
        question_closed: calm((now) => now('asked.row_answered', { number })),
        question_not_found: calm((now) => now('questions.gone', { number })),
      };
      handleError(error, known, (now) => now('questions.withdrawFailed'));
    }
    setAsking(false);
  };
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{t('questions.withdraw')}</Button>
      <ConfirmDialog
        title={<Unbroken words={t('questions.withdrawTitle', { number })} part={number} />}
        confirmLabel={t('questions.withdraw')}
        isOpen={isAsking}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t('questions.withdrawText')}</p>
      </ConfirmDialog>
    </div>
  );
}
