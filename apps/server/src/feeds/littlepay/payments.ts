import type { RefusedCardStatus } from '@tapfolio/domain/card-status.ts';
import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import { refundPayment } from '../refund-payment.ts';
import { refusedCard } from '../refused-card.ts';
import type { AuthorisationRecord, CardRecord, PaymentPartsRecord, SettlementRecord } from '../writer/canonical.ts';
import {
  type Aggregation,
  type Authorisation,
  authorisationIdOf,
  type CardAggregation,
  isAgreed,
  isCheck,
  isCredit,
  isReversal,
  refusals,
  rowsOf,
  type Settlement,
} from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import { addDeposits } from './deposits.ts';
import { type Fare, isCreditFare } from './fares.ts';
import { originOf } from './pieces-by-kind.ts';
import { isOfOtherFare } from './refunds.ts';
import { addWithdrawn, withdrawnSettlement } from './withdrawn.ts';

/** Adds payments, the requests to the bank and its answers. */
export function addMoney(assembly: Assembly): void {
  const { aggregations, context, open } = assembly;
  for (const aggregation of aggregations.values()) {
    const { mediumId, operator, authorisations } = aggregation;
    if (mediumId === undefined) for (const { pieceId } of authorisations) open.add(pieceId);
    else if (context.isMoneyFrom('littlepay', operator)) addPayment({ ...aggregation, mediumId }, assembly);
  }
  addDeposits(assembly);
}

function addPayment(aggregation: CardAggregation, assembly: Assembly): void {
  const { chunk } = assembly;
  for (const authorisation of aggregation.authorisations)
    chunk.authorisations.push(authorisationRecord(authorisation, aggregation));
  addRefusedCards(aggregation, assembly);
  for (const settlement of aggregation.settlements) {
    const record = settlementRecord(settlement, aggregation, assembly);
    if (!record) {
      // An earlier version may have said that it was settled.
      chunk.withdrawnSettlements.push(withdrawnSettlement(settlement, aggregation));
      continue;
    }
    chunk.settlements.push(record);
    if (record.kind === 'refund' && record.approved) {
      const at = record.requestedAt ?? settlement.origin.exportedAt;
      chunk.payments.push(refundPayment(record, { ...aggregation.operator, currency: aggregation.currency }, at));
    }
  }
  addWithdrawn(aggregation, assembly);
  const payment = paymentRecord(aggregation, assembly);
  if (payment) chunk.paymentParts.push(payment);
}

const isRecovery = (one: Authorisation) => one.says.request.startsWith('DEBT_RECOVERY') && !isReversal(one);

function authorisationRecord(
  authorisation: Authorisation,
  { mediumId, operator, srid }: CardAggregation,
): AuthorisationRecord {
  const { says, origin, line } = authorisation;
  return {
    origin,
    line,
    authorisationId: authorisationIdOf(authorisation),
    mediumId,
    operatorCode: operator.code,
    srid,
    kind: isCheck(authorisation) ? 'card_check' : 'reservation',
    amountMinor: says.amountMinor,
    approved: isAgreed(authorisation),
    requestedAt: says.at,
    scheme: null,
    responseCode: says.responseCode,
    refusal: refusalOf(authorisation),
  };
}

/** Codes of Cybersource in addition to those of ISO 8583, which other acquirers have. */
const codes: Readonly<Record<string, string>> = { '202': '54', '205': '41' };

/** What the bank said about the card when it refused. */
function refusalOf(authorisation: Authorisation): RefusedCardStatus | null {
  const { says } = authorisation;
  if (says.status === null || isAgreed(authorisation)) return null;
  return refusedCard({ code: codes[says.responseCode ?? ''] ?? says.responseCode, words: says.status });
}

/** What the bank says of a card counts whatever becomes of the amount that it was asked for. */
function addRefusedCards(aggregation: CardAggregation, { chunk }: Pick<Assembly, 'chunk'>): void {
  const { authorisations, copies, foreign } = aggregation;
  for (const authorisation of [...authorisations, ...copies, ...foreign.authorisations]) {
    const status = refusalOf(authorisation);
    if (status) chunk.cards.push(refusedCardRecord(authorisation, aggregation, status));
  }
}

function refusedCardRecord(
  { says, origin, line }: Authorisation,
  { mediumId, operator, srid }: CardAggregation,
  status: RefusedCardStatus,
): CardRecord {
  const unknown = { scheme: null, lastFour: null, mediumType: null };
  return { origin, line, mediumId, operatorCode: operator.code, ...unknown, status, statusAt: says.at, srid };
}

/** A movement that the bank has answered; one that waits for its answer is no movement yet. */
function settlementRecord(
  settlement: Settlement,
  aggregation: CardAggregation,
  { matches, context }: Assembly,
): SettlementRecord | undefined {
  const { says, line } = settlement;
  const status = matches.confirmed.has(settlement) ? 'SETTLED' : (says.status ?? 'SETTLED');
  if (status !== 'SETTLED' && !refusals.has(status)) {
    if (status !== 'PENDING') context.note(`settlement status ${status} is unknown; it counts as pending`);
    return undefined;
  }
  const isBack = isCredit(settlement, aggregation);
  const kindOfDebit = recovers(settlement, aggregation) ? 'debt_recovery' : 'charge';
  return {
    origin: settlement.origin,
    line,
    settlementId: says.settlementId,
    mediumId: aggregation.mediumId,
    operatorCode: aggregation.operator.code,
    srid: aggregation.srid,
    kind: isBack ? 'refund' : kindOfDebit,
    direction: isBack ? 'credit' : 'debit',
    amountMinor: says.amountMinor,
    approved: status === 'SETTLED',
    requestedAt: says.answeredAt ?? says.requestedAt,
    scheme: null,
    retrievalReference: says.rrn,
  };
}

/**
 * Whether a charge belongs to a recovery: decided by the last request before it, among those with its bank reference if there
 * are any. All requests of a payment may have one reference, the refused ones first.
 */
function recovers({ says }: Settlement, { authorisations }: Aggregation): boolean {
  const questions = authorisations.filter((one) => !isCheck(one) && !isReversal(one));
  const isBefore = (one: Authorisation) => Date.parse(one.says.at) <= Date.parse(says.requestedAt ?? one.says.at);
  const same = questions.filter((one) => says.rrn !== null && one.says.rrn === says.rrn);
  const asked = same.findLast(isBefore) ?? same[0] ?? questions.findLast(isBefore);
  return asked !== undefined && isRecovery(asked);
}

function paymentRecord(aggregation: CardAggregation, assembly: Assembly): PaymentPartsRecord | undefined {
  const { fares, leftFares, authorisations, settlements, leftSettlements } = aggregation;
  const { operator, paymentId, mediumId, srid, formerSrid, currency } = aggregation;
  const asked = authorisations.filter((one) => !isCheck(one) && !isReversal(one));
  const debits = settlements.filter((one) => !isCredit(one, aggregation));
  const left = [...leftFares, ...leftSettlements.filter(({ says }) => says.type !== 'CREDIT')];
  if (fares.length + left.length + asked.length + debits.length === 0) return undefined;
  const openedAt = openingOf(aggregation, assembly);
  const live = fares.filter(assembly.fares.isLive);
  return {
    // Its version is that of all its rows: before, those in another currency may have decided what it is.
    ...originOf([...fares, ...left, ...authorisations, ...settlements, ...rowsOf(aggregation.foreign)]),
    paymentId,
    mediumId,
    operatorCode: operator.code,
    openedAt,
    closedAt: asked[0]?.says.at ?? null,
    srid,
    formerSrid,
    isProduct: live.length > 0 && live.every(({ says }) => says.chargeType === 'RETAIL_FARE'),
    ...unpaid(authorisations, debits),
    unwrittenMinor: unwritten(live, aggregation, assembly),
    askedMinor: Math.max(0, ...[...asked, ...debits].map(({ says }) => says.amountMinor)),
    currency,
    serviceDay: serviceDayOf(openedAt, operator),
  };
}

/** A window opens with the first tap of its fares; one that all fares or settlements have left keeps its opening. */
function openingOf(aggregation: Aggregation, { fares: judged }: Assembly): string {
  const { leftFares, leftSettlements, authorisations } = aggregation;
  const fares = aggregation.fares.length > 0 ? aggregation.fares : leftFares;
  const settlements = aggregation.settlements.length > 0 ? aggregation.settlements : leftSettlements;
  const taps = fares.flatMap((fare) => judged.tapsOf(fare)).map(({ says }) => says.at);
  const made = fares.flatMap(({ says }) => says.at ?? []);
  const told = settlements.flatMap(({ says }) => says.tappedAt ?? says.requestedAt ?? []);
  const asked = authorisations.map(({ says }) => says.at);
  const noted = fares.flatMap(({ says }) => says.updatedAt ?? []);
  const times = [taps, made, told, asked, noted].find((some) => some.length > 0) ?? [
    originOf([...fares, ...settlements, ...authorisations]).origin.exportedAt,
  ];
  return times.reduce((first, at) => (Date.parse(at) < Date.parse(first) ? at : first));
}

/** What is due in addition to the trips: fares that wait for their taps, and credits that were settled with the fares. */
function unwritten(live: readonly Fare[], aggregation: Aggregation, assembly: Assembly): number {
  const due = sumOf(live.filter(({ pieceId }) => assembly.open.has(pieceId)));
  const credits = aggregation.fares.filter((fare) => isCreditFare(fare) && fare.says.status !== 'DELETED');
  if (credits.length === 0) return due;
  const moved = aggregation.settlements.filter(({ says }) => !refusals.has(says.status));
  const { back = [], charges = [] } = Object.groupBy(moved, (one) => (isCredit(one, aggregation) ? 'back' : 'charges'));
  const givenBack = amountOf(back.filter((one) => !isOfOtherFare(one, credits, assembly)));
  // A refund of an unknown trip may be no credit: for credits came back at most what was charged beyond the lowered fares.
  const beyond = charges.length === 0 ? givenBack : Math.max(0, amountOf(charges) - sumOf([...live, ...credits]));
  // Money that came back by itself does not lower what was due.
  return due + Math.min(0, sumOf(credits) + Math.min(givenBack, beyond));
}

const sumOf = (fares: readonly Fare[]) => fares.reduce((sum, { says }) => sum + says.chargeMinor, 0);
const amountOf = (moved: readonly Settlement[]) => moved.reduce((sum, { says }) => sum + says.amountMinor, 0);

const answers: Readonly<Record<string, PaymentStatus>> = {
  DECLINED: 'payment_error',
  INVALID: 'payment_error',
  UNRECOVERABLE: 'payment_error',
  UNAVAILABLE: 'application_error',
  UNKNOWN: 'application_error',
  FAILED: 'application_error',
};

/** How far a payment is that is not paid: by the bank's last answer, be it to a question or to a settlement. */
function unpaid(
  authorisations: readonly Authorisation[],
  debits: readonly Settlement[],
): Pick<PaymentPartsRecord, 'unpaidStatus' | 'answer'> {
  const questions = authorisations.filter((one) => !isCheck(one));
  const last = lastAnswer(questions);
  const refused = debits.findLast(({ says }) => refusals.has(says.status));
  if (refused && !isAnsweredAfter(refused, last)) {
    const unpaidStatus = refused.says.status === 'REJECTED' ? 'payment_error' : 'application_error';
    return { unpaidStatus, answer: { at: refusedAt(refused) ?? refused.origin.exportedAt, endsAgreement: true } };
  }
  if (last) {
    const refusal = refusalOf(last) ?? answers[last.says.status ?? ''] ?? 'application_error';
    const endsAgreement = refused !== undefined || questions.some((one) => isRecovery(one) || isUndoing(one));
    return { unpaidStatus: isAgreed(last) ? 'pending' : refusal, answer: { at: last.says.at, endsAgreement } };
  }
  if (debits.length > 0) return { unpaidStatus: 'pending', answer: null };
  // Questions without any answer: their outcome is unknown.
  return { unpaidStatus: questions.some((one) => !isReversal(one)) ? 'corrupted' : 'open', answer: null };
}

const refusedAt = ({ says }: Settlement): string | null => says.answeredAt ?? says.requestedAt;

/** Whether this answer came after the bank had refused the settlement. A refusal without a time counts as the newer one. */
function isAnsweredAfter(refused: Settlement, answer: Authorisation | undefined): boolean {
  const at = refusedAt(refused);
  return answer !== undefined && at !== null && Date.parse(at) < Date.parse(answer.says.at);
}

/** A reversal that the bank agreed to. */
const isUndoing = (one: Authorisation): boolean => isReversal(one) && isAgreed(one);

/**
 * The answer that counts. If the bank refuses a further request, its earlier agreement stays: the settlement, which may come in a
 * later export, says whether that was paid. A recovery is requested only if it was not.
 */
function lastAnswer(questions: readonly Authorisation[]): Authorisation | undefined {
  const answered = questions.filter(({ says }) => says.status !== null);
  const agreedAt = answered.findLastIndex((one) => isAgreed(one) && !isReversal(one));
  const agreement = answered[agreedAt];
  const isUndone = (one: Authorisation) =>
    isRecovery(one) || isUndoing(one) || (agreement !== undefined && one.says.amountMinor > agreement.says.amountMinor);
  if (agreement && !answered.slice(agreedAt + 1).some(isUndone)) return agreement;
  return answered.findLast((one) => !isReversal(one));
}
