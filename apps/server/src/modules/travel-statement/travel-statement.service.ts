import { longestStatementDays, mostStatementPayments } from '@tapfolio/contracts/limits.ts';
import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import { countDays, rangeOfDays } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { LinkedCard } from '../cards/card-views.service.ts';
import { readPaymentPage, statementPrefix } from '../payments/payments.service.ts';
import {
  assertMayChoose,
  chooseCards,
  type DocumentContext,
  type DocumentQuestion,
  type OfCard,
  readLooks,
  readRecords,
} from '../travel-documents/travel-documents.service.ts';
import { readName } from '../users/users.service.ts';
import { writeStatementCsv } from './statement-csv.ts';
import { writeStatement } from './statement-document.ts';
import type { StatementLine } from './statement-lines.ts';
import { chooseForWork } from './work-lines.ts';

/**
 * The payments of a period with some of the passenger's cards, as a PDF or CSV. They are the lines of the histories of these cards, for the
 * same days.
 * @throws AppError `TM0108` for a card that is not the passenger's; `travel_statement_too_long`; `travel_statement_empty`;
 *   `no_trips_for_work`; `NWA0011`.
 */
export async function makeTravelStatement(
  context: DocumentContext,
  passenger: Passenger,
  question: DocumentQuestion,
): Promise<Uint8Array> {
  const { from, to, locale, format, only } = question;
  const { config, travel } = context;
  assertMayChoose(passenger, question);
  assertShortEnough(countDays(from, to) <= longestStatementDays);
  const cards = await chooseCards(travel, passenger, question.cards);
  const all = await readLines(context, cards, question);
  assertThat(all.length > 0, 'travel_statement_empty');
  const lines = only === 'work' ? await chooseForWork(travel, passenger, all) : withoutWork(all);
  assertThat(lines.length > 0, 'no_trips_for_work');
  const prefix = statementPrefix(config.statementReference);
  if (format === 'csv') return Buffer.from(await writeStatementCsv(lines, { prefix, locale, only }));
  const [name, looks] = await Promise.all([readName(travel.readDb, passenger.passengerId), readLooks(travel, cards)]);
  const subject = { passenger: name, firstDay: from, lastDay: to, cards: looks, madeAt: travel.clock.now(), only };
  return await context.documents.compile(
    'travel-statement',
    await writeStatement(config, { ...subject, lines, prefix }, locale),
  );
}

function assertShortEnough(condition: boolean): asserts condition {
  assertThat(condition, 'travel_statement_too_long', { days: longestStatementDays, payments: mostStatementPayments });
}

/** The lines of the histories of these cards, the oldest first. */
async function readLines(
  { config, travel }: DocumentContext,
  cards: readonly LinkedCard[],
  { from, to }: DocumentQuestion,
): Promise<OfCard<PaymentSummary>[]> {
  const query = { ...rangeOfDays(from, to, homeOperator(config.operators)), limit: mostStatementPayments };
  const lines = await readRecords(cards, mostStatementPayments, {
    read: (medium) => readPaymentPage(travel, medium, query),
    at: (payment) => payment.openedAt,
  });
  assertShortEnough(lines !== null);
  return lines;
}

/** The lines of a statement of all payments. */
const withoutWork = (lines: readonly OfCard<PaymentSummary>[]): StatementLine[] =>
  lines.map(({ id, cardId, cardName, record }) => ({ id, cardId, cardName, payment: record, forWork: null }));
