import type { Card } from '@tapfolio/contracts/cards.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import type { TravelReading } from '../travel/reading.ts';
import { findMediumState, listOpenDebts, type MediumRow, readDataUpTo } from './card-states.queries.ts';

/** What is known of the medium behind a card, and what is owed for it. */
export interface MediumState {
  readonly medium: MediumRow;
  readonly debt: Card['debt'];
}

type Reading = Pick<TravelReading, 'reads' | 'names'>;

/** The state of one medium; undefined where no file has told of it yet. */
export async function readMediumState({ reads, names }: Reading, mediumId: string): Promise<MediumState | undefined> {
  const [medium] = await findMediumState(reads, { mediumId });
  if (medium === undefined) return undefined;
  return { medium, debt: medium.has_open_debt ? await readDebt({ reads, names }, mediumId) : null };
}

/** What a medium owes, in the currency of its oldest unpaid payment. */
async function readDebt({ reads, names }: Reading, mediumId: string): Promise<Card['debt']> {
  const unpaid = await listOpenDebts(reads, { mediumId });
  const [oldest] = unpaid;
  if (oldest === undefined) return null;
  const { currency, opened_at: opened, operator_code: operator, payment_id: paymentId } = oldest;
  const operators = await names.operatorsOf([oldest]);
  const dueMinor = unpaid.filter((debt) => debt.currency === currency).reduce((sum, debt) => sum + debt.due_minor, 0);
  return {
    due: { amountMinor: dueMinor, currency },
    paymentId,
    since: isoInstant(opened),
    timeZone: operators.timeZone(operator),
  };
}

/** Up to when the travel data reach, in ISO 8601; null before the first delivery. */
export async function readFreshness(reads: Db): Promise<string | null> {
  const [row] = await readDataUpTo(reads);
  return isoInstantOrNull(row?.data_up_to ?? null);
}
