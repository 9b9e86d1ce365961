import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import type { WebMessages } from '@tapfolio/locales/generated/keys.ts';
import type { Tone } from '../../ui/status-text.tsx';

type State = {
  readonly tone: Tone;
  /** What it means for the passenger, if the name of the state does not say everything. */
  readonly help?: Extract<keyof WebMessages, `payments.statusHelp_${string}`>;
};

/** Its name is the text `common.paymentStatus.…`. */
const paymentStates: Readonly<Partial<Record<PaymentStatus, State>>> = {
  open: { tone: 'info', help: 'payments.statusHelp_open' },
  none: { tone: 'info', help: 'payments.statusHelp_none' },
  pending: { tone: 'info', help: 'payments.statusHelp_pending' },
  accepted: { tone: 'success' },
  payment_error: { tone: 'danger', help: 'payments.statusHelp_payment_error' },
  application_error: { tone: 'warning', help: 'payments.statusHelp_application_error' },
  corrupted: { tone: 'danger', help: 'payments.statusHelp_corrupted' },
  lost: { tone: 'danger', help: 'payments.statusHelp_lost' },
  card_dead: { tone: 'danger', help: 'payments.statusHelp_card_dead' },
};

/** How a state of a payment is shown. One that a newer server names has no tone. */
export const paymentState = (status: PaymentStatus): State => paymentStates[status] ?? { tone: 'neutral' };

/** True if the bank is asked for a payment after its day ends. The day of a delayed charge is over. */
export function isToBeCharged(status: PaymentStatus): boolean {
  return status === 'open';
}

/** The amount to show for a payment. What was collected later counts in the total of the payment that was unpaid. */
export function amountOf({ reason, paid, total }: PaymentSummary): Money {
  return reason === 'debt_recovery' ? paid : total;
}
