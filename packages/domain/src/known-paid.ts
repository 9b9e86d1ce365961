import type { Money } from './money.ts';
import { movementReasons, type PaymentReason, type PaymentStatus } from './states.ts';

/** A payment whose paid amount is asked for. */
interface Payment {
  readonly reason: PaymentReason;
  readonly status: PaymentStatus;
  readonly paid: Money;
}

/** What was paid. Null if that is not known: operator and bank contradict each other. */
export function knownPaid({ reason, status, paid }: Payment): Money | null {
  return status === 'corrupted' && !movementReasons.includes(reason) ? null : paid;
}
