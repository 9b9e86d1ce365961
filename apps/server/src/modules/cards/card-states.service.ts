import type { Card } from '@tapfolio/contracts/cards.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { foremostDebtState, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import type { TravelReading } from '../travel/reading.ts';
import {
  findMediumState,
  listOpenDebts,
  type MediumRow,
  type OpenDebtRow,
  readDataUpTo,
} from './card-states.queries.ts';

/** What is known of the medium behind a card, and what is owed for it. */
export interface MediumState {
  readonly medium: MediumRow;
  readonly debt: Card['debt'];
  /** The card that the bank gave out in its place, while the passenger has not confirmed it. */
  readonly replacement: Card['replacement'];
}

type Reading = Pick<TravelReading, 'reads' | 'names'>;

/** The state of one medium; undefined where no file has told of it yet. */
export async function readMediumState(
  { reads, names }: Reading,
  mediumId: string,
): Promise<Omit<MediumState, 'replacement'> | undefined> {
  const [medium] = await findMediumState(reads, { mediumId });
  if (medium === undefined) return undefined;
  return { medium, debt: medium.has_open_debt ? await readDebt({ reads, names }, mediumId) : null };
}

/** What keeps a medium from travelling. Two currencies are never added. */
async function readDebt({ reads, names }: Reading, mediumId: string): Promise<Card['debt']> {
  const open = await listOpenDebts(reads, { mediumId });
  const state = foremostDebtState(open.map((debt) => debt.state));
  const foremost = open.find((debt) => debt.state === state);
  if (foremost === undefined) return null;
  const operators = await names.operatorsOf([foremost]);
  const isOwed = (debt: OpenDebtRow) => !settledDebtStates.includes(debt.state);
  const owed = open.some(isOwed) ? open.filter(isOwed) : open;
  return {
    due: sumsOf(owed),
    state: foremost.state,
    count: owed.length,
    paymentId: foremost.payment_id,
    since: isoInstant(foremost.opened_at),
    timeZone: operators.timeZone(foremost.operator_code),
  };
}

function sumsOf(debts: readonly OpenDebtRow[]): MoneyDto[] {
  const sums = new Map<string, number>();
  for (const { currency, due_minor: due } of debts) sums.set(currency, (sums.get(currency) ?? 0) + due);
  return [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor }));
}

/** Up to when the travel data reach, in ISO 8601; null before the first delivery. */
export async function readFreshness(reads: Db): Promise<string | null> {
  const [row] = await readDataUpTo(reads);
  return isoInstantOrNull(row?.data_up_to ?? null);
}
