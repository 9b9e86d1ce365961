import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { longestStatementDays, mostStatementPayments } from '@tapfolio/contracts/limits.ts';
import type { StatementQuery } from '@tapfolio/contracts/travel-statement.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { countDays, rangeOfDays } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Using } from '../../plugins/context.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import { readLook, readPaymentPage, statementPrefix } from '../payments/payments.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { mergePages, pageOf } from '../travel/several-media.ts';
import { readName } from '../users/users.service.ts';
import { writeStatementCsv } from './statement-csv.ts';
import { type StatementCard, writeStatement } from './statement-document.ts';
import type { StatementLine } from './statement-lines.ts';

/** What making a travel statement needs; `travel` reads the payments. */
export interface StatementContext extends Using<'config' | 'documents'> {
  readonly travel: TravelReading;
}

export type StatementQuestion = StatementQuery & { readonly locale: Locale };

/**
 * The payments of a period with some of the passenger's cards, as a PDF or CSV. They are the lines of the histories of these cards, for the
 * same days.
 * @throws AppError `TM0108` for a card that is not the passenger's; `travel_statement_too_long`; `travel_statement_empty`; `NWA0011`.
 */
export async function makeTravelStatement(
  context: StatementContext,
  passenger: Passenger,
  question: StatementQuestion,
): Promise<Uint8Array> {
  const { from, to, locale, format } = question;
  const { config, travel } = context;
  assertShortEnough(countDays(from, to) <= longestStatementDays);
  const cards = await chooseCards(travel, passenger, question.cards);
  const lines = await readLines(context, cards, question);
  assertThat(lines.length > 0, 'travel_statement_empty');
  const prefix = statementPrefix(config.statementReference);
  if (format === 'csv') return Buffer.from(await writeStatementCsv(lines, { prefix, locale }));
  const [name, looks] = await Promise.all([readName(travel.readDb, passenger.passengerId), readLooks(travel, cards)]);
  const source = { passenger: name, firstDay: from, lastDay: to, lines, prefix, madeAt: travel.clock.now() };
  return await context.documents.compile(
    'travel-statement',
    await writeStatement(config, { ...source, cards: looks }, locale),
  );
}

function assertShortEnough(condition: boolean): asserts condition {
  assertThat(condition, 'travel_statement_too_long', { days: longestStatementDays, payments: mostStatementPayments });
}

/** The passenger's cards with these ids, in the order of the list of cards. */
async function chooseCards(
  { readDb }: TravelReading,
  { passengerId }: Passenger,
  cardIds: readonly number[],
): Promise<LinkedCard[]> {
  const linked = await linkedCards(readDb, passengerId);
  const chosen = linked.filter(({ cardId }) => cardIds.includes(cardId));
  assertThat(chosen.length === cardIds.length, systemCodes.card.unknown);
  return chosen;
}

/** The lines of the histories of these cards, the oldest first. Cards are read one after the other: a statement may wait, lists may not. */
async function readLines(
  { config, travel }: StatementContext,
  cards: readonly LinkedCard[],
  { from, to }: StatementQuestion,
): Promise<StatementLine[]> {
  const query = { ...rangeOfDays(from, to, homeOperator(config.operators)), limit: mostStatementPayments };
  const pages = [];
  for (const { cardId, name: cardName, media } of cards) {
    const { items, nextCursor } = await pageOf(media, query, {
      read: (medium) => readPaymentPage(travel, medium, query),
      at: (payment) => payment.openedAt,
    });
    assertShortEnough(nextCursor === null);
    pages.push({ items: items.map((payment) => ({ id: payment.id, cardId, cardName, payment })), nextCursor });
  }
  const { items, nextCursor } = mergePages(pages, mostStatementPayments, ({ payment }) => payment.openedAt);
  assertShortEnough(nextCursor === null);
  return items.toReversed();
}

async function readLooks({ readDb }: TravelReading, cards: readonly LinkedCard[]): Promise<StatementCard[]> {
  return await Promise.all(
    cards.map(async ({ cardId, name, media: [newest] }) => ({
      cardId,
      name,
      ...(newest === undefined ? { scheme: null, lastFour: null } : await readLook(readDb, newest)),
    })),
  );
}
