import type { GuestDebt, StartedCollection } from '@tapfolio/contracts/debts.ts';
import { refuseAs } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import { type GuestProof, noPayment, proveAsGuest } from '../statement-references/statement-references.service.ts';
import { readDayOfDebt } from '../travel/payment-facts.service.ts';
import { presentGuestDebt } from './debts.present.ts';
import { type DebtRow, findDebt } from './debts.queries.ts';
import { type DebtReading, startCollection } from './debts.service.ts';
import { canBePaid } from './request-collection.service.ts';
import { readTries } from './tries.service.ts';

/** What the calls of a guest need to find and pay a debt. */
export interface GuestContext extends DebtReading, Using<'pool' | 'keys'> {}

/** A statement reference and an amount as a guest types them: an amount on the statement, or one that was due at some time. */
export interface DebtProof {
  readonly srid: string;
  readonly amountMinor: number;
  readonly ip: string;
}

interface ProvenDebt {
  readonly mediumId: string;
  readonly row: DebtRow;
}

/**
 * The debt of a reference and its amount, and nothing of its card.
 * @throws AppError `debt_not_found` alike for an unknown reference, a wrong amount and a fare that was paid at once;
 *   `too_many_requests`.
 */
export async function findGuestDebt(context: GuestContext, proof: DebtProof): Promise<GuestDebt> {
  const { mediumId, row } = await prove(context, proof);
  const { readDb, names } = context.travel;
  const [tries, operators] = await Promise.all([
    readTries(readDb, context, { mediumId, paymentId: row.payment_id }),
    names.operatorsOf([row]),
  ]);
  const isOffered = canBePaid(context, row);
  const serviceDay = await readDayOfDebt(readDb, { ...row, mediumId }, operators);
  return presentGuestDebt(row, { tries, isOffered, operators, serviceDay });
}

/**
 * Begins to collect the debt of a reference; the amount, and its currency if one is named, must be what is due.
 * @throws as `findGuestDebt` and `requestCollection`.
 */
export async function collectGuestDebt(
  context: GuestContext,
  { currency, ...proof }: DebtProof & { readonly currency?: string | undefined },
  keyed: KeyedCall,
): Promise<Remembered<StartedCollection>> {
  const { mediumId, row } = await prove(context, proof);
  const { amountMinor } = proof;
  const request = { mediumId, paymentId: row.payment_id, amountMinor, currency, askedBy: 'guest' } as const;
  return await startCollection(context, request, keyed);
}

/** A proven payment without a debt counts as a wrong guess too: a guest must not learn from the cost that there is one. */
async function prove(context: GuestContext, { srid, amountMinor, ip }: DebtProof): Promise<ProvenDebt> {
  let debt: DebtRow | undefined;
  const concerns: GuestProof['concerns'] = async (found) => {
    const { medium_id: mediumId, payment_id: paymentId } = found ?? noPayment;
    [debt] = await findDebt(context.pool, { mediumId, paymentId });
    return debt !== undefined;
  };
  const reference = await refuseAs(['NWA0003', 'debt_not_found'], () =>
    proveAsGuest(context, { srid, amountMinor, ip, countsOnce: true, concerns }),
  );
  assertThat(debt !== undefined, 'debt_not_found');
  return { mediumId: reference.medium_id, row: debt };
}
