import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';

/** Money that comes back is written with a minus: it lowers what was paid. */
export function signedAmount({ amount, direction }: PaymentDetail['charges'][number]): Money {
  return direction === 'credit' ? { ...amount, amountMinor: -amount.amountMinor } : amount;
}
