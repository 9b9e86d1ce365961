import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { isUnsure } from '../../../lib/attempt-key.ts';
import { errorText, handleError, traceIdOf } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notify, notifyChange } from '../../../lib/notices.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { TraceId } from '../../../ui/trace-id.tsx';
import { isAnswered } from '../moving.ts';
import { noticeIdOf } from '../notice-id.ts';

type Props = {
  debt: GuestDebt;
  /** The amount when the button was pressed; a later delivery does not change it. Without an amount the dialog is closed. */
  asked: Money | undefined;
  /** Asks the server to collect exactly this amount. */
  pay: (amount: Money) => Promise<unknown>;
  /** The card and the reference that it is collected from. */
  children: (amount: string) => ReactNode;
  /** Reads the fare again: its state may have changed. */
  onAnswer: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks whether to pay this amount (DEBT-03). A changed amount is shown and must be confirmed again (DEBT-04). */
export function PayDebtDialog({ debt, asked, pay, children, onAnswer, onClose }: Props) {
  const t = useT();
  const { money } = useFormats();
  const [changed, setChanged] = useState<Money>();
  const [unsure, setUnsure] = useState<unknown>();
  // Also when the dialog is closed from outside, because the state of the fare has changed.
  if (!asked && (changed ?? unsure) !== undefined) {
    setChanged(undefined);
    setUnsure(undefined);
  }
  const due = changed ?? asked ?? debt.amount;
  const amount = money(due);
  const uniqId = noticeIdOf(debt);
  const latest = useRef(debt);
  useEffect(() => {
    latest.current = debt;
  }, [debt]);
  const handleConfirm = async (): Promise<void> => {
    setUnsure(undefined);
    try {
      await pay(due);
      // The stream can bring the bank's answer before this answer: then its notice stays.
      if (!isAnswered(debt, latest.current)) notifyChange((now) => now('debts.started', { amount }), { uniqId });
      onClose();
    } catch (error) {
      const now = changedAmount(error);
      if (now) setChanged(now);
      else if (isUnsure(error)) setUnsure(error);
      else {
        showRefusal(error, uniqId);
        onClose();
      }
    }
    await onAnswer();
  };
  return (
    <ConfirmDialog
      title={t('debts.dialogTitle', { amount })}
      confirmLabel={t('debts.pay', { amount })}
      isOpen={asked !== undefined}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <Stack gap={3}>
        {changed && <Alert type="warning">{t('debts.amountChanged', { amount })}</Alert>}
        {unsure !== undefined && <Unsure error={unsure} />}
        <p>{children(amount)}</p>
        <p>{t('debts.dialogOnce')}</p>
      </Stack>
    </ConfirmDialog>
  );
}

/** Says that the server may or may not have received the request, and what to do now. */
function Unsure({ error }: { error: unknown }) {
  const t = useT();
  return (
    <Alert type="danger" title={t('debts.unsure')}>
      <p>{errorText(error)(t)}</p>
      <TraceId of={traceIdOf(error)} />
      <p>{t('debts.unsureText')}</p>
    </Alert>
  );
}

function changedAmount(error: unknown): Money | undefined {
  if (!(error instanceof ApiError) || error.code !== 'debt_amount_changed') return undefined;
  const { amountMinor, currency } = error.details;
  return typeof amountMinor === 'number' && typeof currency === 'string' ? { amountMinor, currency } : undefined;
}

/** It is no failure if another tab or person paid first: the payment is in progress or done. */
function showRefusal(error: unknown, uniqId: string): void {
  const calm = () => notify({ type: 'info', title: errorText(error), uniqId });
  handleError(error, { debt_collection_running: calm, debt_settled: calm }, (t) => t('debts.startFailed'));
}
