import type { Debt, GuestDebt } from '@tapfolio/contracts/debts.ts';
import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { debtNextStep } from '@tapfolio/domain/debt-steps.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { Operators } from '../travel/timetable-names.ts';
import type { DebtEventRow, DebtRow } from './debts.queries.ts';
import type { Tries } from './tries.service.ts';

/** What is shown of a debt in addition to its row. */
export interface DebtParts {
  readonly tries: Tries;
  /** Whether it can be paid here (`canBePaid`). */
  readonly isOffered: boolean;
  readonly operators: Operators;
  readonly serviceDay: string;
}

/** The part of a debt that its owner and a guest both see. */
export function presentGuestDebt(row: DebtRow, { tries, isOffered, operators, serviceDay }: DebtParts): GuestDebt {
  return {
    srid: row.srid,
    since: isoInstant(row.opened_at),
    serviceDay,
    timeZone: operators.timeZone(row.operator_code),
    amount: { amountMinor: row.taken_minor ?? row.due_minor, currency: row.taken_currency ?? row.currency },
    writtenOff: row.written_off_minor > 0 ? { amountMinor: row.written_off_minor, currency: row.currency } : null,
    state: row.state,
    stateAt: isoInstant(row.state_at),
    nextStep: debtNextStep(row.state, { ...tries, isOffered }),
    declineCode: row.state === 'declined' ? tries.declineCode : null,
    triesLeft: tries.left,
    nextTryAt: tries.nextAt?.toISOString() ?? null,
  };
}

/** A debt as the owner of its card sees it. */
export function presentDebt(
  row: DebtRow,
  parts: DebtParts & { readonly trips: PaymentDetail['trips']; readonly events: readonly DebtEventRow[] },
): Debt {
  return {
    paymentId: row.payment_id,
    ...presentGuestDebt(row, parts),
    trips: [...parts.trips],
    history: parts.events.map(({ at, event, state, amount_minor: amountMinor, currency, source }) => ({
      at: isoInstant(at),
      event,
      state,
      amount: { amountMinor, currency },
      source,
    })),
  };
}
