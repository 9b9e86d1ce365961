import { mostStatementPayments } from '@tapfolio/contracts/limits.ts';
import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { countedPaid } from '@tapfolio/domain/paid-and-rest.ts';
import { type InstantRange, rangeOfDays } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { Using } from '../../plugins/context.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import { readPaymentPage } from '../payments/payments.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { TimetableNames } from '../travel/timetable-names.ts';
import { readRecords } from '../travel-documents/travel-documents.service.ts';
import { sumByCurrency } from '../travel-statement/statement-lines.ts';
import { sumUnpaid } from './month-news.queries.ts';

/** So many lines of the statement are in a mail for one card. */
const mostLines = 12;

/** A line as it stands on the statement of the bank. */
interface ListedLine {
  readonly day: string;
  readonly srid: string;
  /** Below zero for a refund. */
  readonly amount: Money;
}

/** What a mail tells of a card in a month. Amounts of different currencies are not added. */
export interface CardInMonth {
  readonly name: string;
  readonly trips: number;
  readonly charged: readonly Money[];
  readonly refunded: readonly Money[];
  /** What is owed now. */
  readonly unpaid: readonly Money[];
  readonly lines: readonly ListedLine[];
  /** How many further lines the statement has. */
  readonly furtherLines: number;
}

/** What a mail tells of a month. */
export interface ToldMonth extends InstantRange {
  readonly cards: readonly CardInMonth[];
}

/** The month (`YYYY-MM`) of the cards of a passenger, as the histories show it; undefined if there was no trip. */
export async function readMonth(
  { pool, config, clock }: Using<'pool' | 'config' | 'clock'>,
  passengerId: string,
  month: string,
): Promise<ToldMonth | undefined> {
  const travel: TravelReading = { readDb: pool, clock, names: new TimetableNames(pool) };
  const period = rangeOfDays(`${month}-01`, lastDayOf(month), homeOperator(config.operators));
  const cards: CardInMonth[] = [];
  for (const card of await linkedCards(pool, passengerId)) {
    const told = await readCard(travel, card, period);
    if (told !== undefined) cards.push(told);
  }
  return cards.some(({ trips }) => trips > 0) ? { ...period, cards } : undefined;
}

async function readCard(
  travel: TravelReading,
  card: LinkedCard,
  { from, to }: InstantRange,
): Promise<CardInMonth | undefined> {
  const records = await readRecords([card], mostStatementPayments, {
    read: (medium) => readPaymentPage(travel, medium, { from, to, limit: mostStatementPayments }),
    at: (payment) => payment.openedAt,
  });
  if (records === null || records.length === 0) return undefined;
  const lines = records.map(({ id, cardId, cardName, record }) => ({
    ...{ id, cardId, cardName },
    payment: record,
    forWork: null,
  }));
  const sums = sumByCurrency(lines);
  const listedLines = records.flatMap(({ record }) => lineOf(record) ?? []);
  return {
    name: card.name,
    trips: records.reduce((trips, { record }) => trips + record.tripCount, 0),
    charged: sums.map(({ charged }) => charged),
    refunded: sums.flatMap(({ refunded }) => (refunded.amountMinor > 0 ? refunded : [])),
    unpaid: await readUnpaid(travel, card),
    lines: listedLines.slice(0, mostLines),
    furtherLines: Math.max(0, listedLines.length - mostLines),
  };
}

function lineOf(payment: PaymentSummary): ListedLine | undefined {
  const amount = countedPaid(payment);
  if (payment.srid === null || amount.amountMinor === 0) return undefined;
  return { day: payment.serviceDay, srid: payment.srid, amount };
}

async function readUnpaid({ readDb }: TravelReading, { media }: LinkedCard): Promise<Money[]> {
  const owed = new Map<string, number>();
  for (const { mediumId, shownFrom } of media)
    for (const { currency, due_minor: due } of await sumUnpaid(readDb, { mediumId, shownFrom }))
      owed.set(currency, (owed.get(currency) ?? 0) + due);
  return Array.from(owed, ([currency, amountMinor]) => ({ currency, amountMinor }));
}

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
