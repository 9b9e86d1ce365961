import type { Debt, DebtList, StartedCollection } from '@tapfolio/contracts/debts.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { AppError } from '../../lib/app-error.ts';
import { isoInstant, oldestFirst } from '../../lib/iso-instant.ts';
import { transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import { readPayment } from '../payments/payments.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { readEach } from '../travel/several-media.ts';
import { presentDebt } from './debts.present.ts';
import { type DebtRow, listDebtEvents, listDebts } from './debts.queries.ts';
import { type CollectionRequest, canBePaid, requestCollection } from './request-collection.service.ts';
import { readTries } from './tries.service.ts';

/** What reading debts needs. */
export interface DebtReading extends Using<'config' | 'bank'> {
  readonly travel: Pick<TravelReading, 'readDb' | 'names'>;
}

/**
 * The debts of all media of a card with their trips and histories: open ones first, the oldest first, then those settled in the
 * last 30 days. `language` has two letters.
 */
export async function readDebts(
  context: DebtReading,
  { media, language }: { media: readonly OwnMedium[]; language: string },
): Promise<DebtList> {
  const lists = await readEach(media, (medium) => readDebtsOfMedium(context, { medium, language }));
  const items = lists.flat();
  return { items: lists.length === 1 ? items : items.toSorted(openFirst) };
}

function openFirst(one: Debt, other: Debt): number {
  if ((one.state === 'ready') !== (other.state === 'ready')) return one.state === 'ready' ? 1 : -1;
  return oldestFirst(one.since, other.since);
}

async function readDebtsOfMedium(
  context: DebtReading,
  { medium, language }: { medium: OwnMedium; language: string },
): Promise<Debt[]> {
  const { readDb } = context.travel;
  const { mediumId } = medium;
  const rows = await listDebts(readDb, medium);
  if (rows.length === 0) return [];
  const events = await listDebtEvents(readDb, { mediumId, paymentIds: rows.map((row) => row.payment_id) });
  const read = async (row: DebtRow): Promise<Debt> => {
    const [payment, tries, operators] = await Promise.all([
      findWindow(context, { medium, row, language }),
      readTries(readDb, context, { mediumId, paymentId: row.payment_id }),
      context.travel.names.operatorsOf([row]),
    ]);
    const serviceDay = payment?.serviceDay ?? operators.dayOf(row.operator_code, isoInstant(row.opened_at));
    const own = events.filter((event) => event.payment_id === row.payment_id);
    const parts = { tries, isOffered: canBePaid(context, row), operators, serviceDay };
    return presentDebt(row, { ...parts, trips: payment?.trips ?? [], events: own });
  };
  return await Promise.all(rows.map(read));
}

/** The payment window with its trips; undefined when it is no longer kept. */
async function findWindow(
  { travel }: DebtReading,
  { medium, row, language }: { medium: OwnMedium; row: DebtRow; language: string },
) {
  const question = { medium, paymentId: row.payment_id, at: isoInstant(row.opened_at), language, prefix: '' };
  try {
    return await readPayment(travel, question);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NWA0002') return undefined;
    throw error;
  }
}

/**
 * Begins to collect a debt and remembers the answer for the key of the call, both in one transaction.
 * @throws as `requestCollection`.
 */
export async function startCollection(
  context: Using<'pool' | 'config' | 'bank'>,
  request: CollectionRequest,
  keyed: KeyedCall,
): Promise<Remembered<StartedCollection>> {
  return await transaction(context.pool, async (tx) =>
    keyed.remember(tx, await requestCollection(context, tx, request)),
  );
}
