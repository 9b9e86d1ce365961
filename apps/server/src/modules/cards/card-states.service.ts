import type { Card } from '@tapfolio/contracts/cards.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { type DebtState, foremostDebtState, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { earlierOf, isBefore, isoInstant, isoInstantOrNull, laterOf, oldestFirst } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import { readDayOfDebt } from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { readEach } from '../travel/several-media.ts';
import {
  findMediumState,
  listOpenDebts,
  type MediumRow,
  type OpenDebtRow,
  readDataUpTo,
} from './card-states.queries.ts';

/** What is known of the media behind a card, and what is owed for them. */
export interface CardState {
  /** The newest medium. */
  readonly medium: MediumRow;
  /** When the first of the media was seen first, of the time that is shown. */
  readonly firstSeenAt: string;
  /** What is owed of the time that is shown. */
  readonly debt: Card['debt'];
  /** States of all fares that keep the card from travelling. Those of former passengers count too, because readers refuse the card for them. */
  readonly fares: readonly DebtState[];
  /** The card that the bank gave out in its place, while the passenger has not confirmed it. */
  readonly replacement: Card['replacement'];
}

type Reading = Pick<TravelReading, 'readDb' | 'names'>;

/**
 * The state of a card with these media, the newest first; undefined if no file has named the newest one yet. A delivery may
 * call a fare of a former medium unpaid after the card was replaced: it is owed like any other.
 */
export async function readCardState(
  { readDb, names }: Reading,
  media: readonly OwnMedium[],
): Promise<Omit<CardState, 'replacement'> | undefined> {
  const [newest, ...former] = await readEach(media, (medium) => readMedium(readDb, medium));
  if (newest === undefined) return undefined;
  const known = [newest, ...former.filter((one) => one !== undefined)];
  const { medium } = newest;
  const firstSeenAt = known
    .map((one) => laterOf(one.medium.first_seen_at, one.shownFrom))
    .reduce((first, at) => earlierOf(first, at));
  const all = known.flatMap(({ openDebts, shownFrom }) =>
    openDebts.map((debt) => ({ debt, isShown: !isBefore(debt.opened_at, shownFrom) })),
  );
  const shown = all.filter(({ isShown }) => isShown).map(({ debt }) => debt);
  const inOrder = shown.toSorted((one, other) => oldestFirst(one.opened_at, other.opened_at));
  const fares = all.map(({ debt }) => debt.state);
  return { medium, firstSeenAt, fares, debt: await presentDebts({ readDb, names }, inOrder) };
}

async function readMedium(readDb: Db, { mediumId, shownFrom }: OwnMedium) {
  const [medium] = await findMediumState(readDb, { mediumId });
  return (
    medium && { medium, shownFrom, openDebts: medium.has_open_debt ? await listOpenDebts(readDb, { mediumId }) : [] }
  );
}

/** What keeps a card from travelling. Two currencies are never added. */
async function presentDebts({ readDb, names }: Reading, open: readonly OpenDebtRow[]): Promise<Card['debt']> {
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
    serviceDay: await readDayOfDebt(readDb, { ...foremost, mediumId: foremost.medium_id }, operators),
    timeZone: operators.timeZone(foremost.operator_code),
  };
}

function sumsOf(debts: readonly OpenDebtRow[]): MoneyDto[] {
  const sums = new Map<string, number>();
  for (const { due_minor, currency, taken_minor, taken_currency } of debts) {
    const shown = taken_currency ?? currency;
    sums.set(shown, (sums.get(shown) ?? 0) + (taken_minor ?? due_minor));
  }
  return [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor }));
}

/** Up to when the travel data reach, in ISO 8601; null before the first delivery. */
export async function readFreshness(readDb: Db): Promise<string | null> {
  const [row] = await readDataUpTo(readDb);
  return isoInstantOrNull(row?.data_up_to ?? null);
}
