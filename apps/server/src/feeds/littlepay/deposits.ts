import { hashedUuid } from '../../lib/hashing.ts';
import { refundPayment } from '../refund-payment.ts';
import type { SettlementRecord } from '../writer/canonical.ts';
import { type Aggregation, type CardAggregation, isCredit, type Settlement } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import { byReference, type Deposit, mayBeOf, sizeOf, wasAsked } from './deposit-matches.ts';

/**
 * Adds the content of the bank's own file: chargebacks, and movements that the back office has not delivered. These are
 * removed when it delivers them, so that no money counts twice. A waiting chargeback may be of another back office: the writer
 * looks for its charge.
 */
export function addDeposits(assembly: Assembly): void {
  const { pieces, matches, foreignDeposits, context, chunk, open } = assembly;
  const named = byReference([...assembly.aggregations.values()].flatMap(withCard));
  const isOurs = (aggregation: Aggregation) => context.isMoneyFrom('littlepay', aggregation.operator);
  for (const [about, deposits] of pieces.deposits) {
    const aggregations = named.get(about) ?? [];
    const untold = deposits.filter((deposit) => matches.untold.has(deposit));
    const meant = meantOf(untold, aggregations);
    for (const deposit of deposits) withdrawFrom(aggregations, { deposit, meant: meant.get(deposit) }, assembly);
    for (const deposit of untold) {
      const aggregation = meant.get(deposit);
      if (!aggregation) open.add(deposit.pieceId);
      else if (isOurs(aggregation)) addMovement(deposit, aggregation, assembly);
    }
  }
  for (const { pieceId } of foreignDeposits) {
    context.note('a deposit has another currency than the payment that it names; it counts in no payment');
    open.add(pieceId);
  }
  for (const chargeback of [...pieces.chargebacks.values()].flat()) {
    const aggregation = chargedBack(chargeback, named.get(chargeback.about) ?? []);
    if (aggregation && isOurs(aggregation)) chunk.chargebacks.push(chargebackOf(chargeback, aggregation));
    else open.add(chargeback.pieceId);
  }
}

const withCard = (one: Aggregation): CardAggregation[] =>
  one.mediumId === undefined ? [] : [{ ...one, mediumId: one.mediumId }];

/**
 * Finds the payment of each deposit of one reference that the back office has not delivered. It is the only payment with the reference; or, if
 * several have it, the payments that the bank was asked to charge that amount and that have no settlement, if there are as many as deposits.
 * Money back belongs to those that were charged that amount. Undefined if neither holds; such a deposit waits.
 */
function meantOf(
  deposits: readonly Deposit[],
  aggregations: readonly CardAggregation[],
): Map<Deposit, CardAggregation | undefined> {
  const [only, ...others] = aggregations;
  if (others.length === 0) return new Map(deposits.map((deposit) => [deposit, only]));
  const meant = new Map<Deposit, CardAggregation | undefined>();
  const alike = ({ says }: Deposit) => `${says.amountMinor} ${says.namedCurrency}`;
  for (const same of Map.groupBy(deposits, alike).values()) {
    const isMeant = (one: CardAggregation) => (deposit: Deposit) =>
      deposit.says.amountMinor < 0 ? wasCharged(one, deposit) : wasAsked(one, deposit);
    const found = aggregations.filter((aggregation) => same.some(isMeant(aggregation)));
    if (found.length === same.length) for (const [at, deposit] of same.entries()) meant.set(deposit, found[at]);
  }
  return meant;
}

/** Whether the bank took this amount for the payment under this reference. */
function wasCharged(aggregation: Aggregation, deposit: Deposit): boolean {
  const isCharge = (one: Settlement) => one.beside === deposit.about && !isCredit(one, aggregation);
  const charges = aggregation.settlements.filter(isCharge);
  return mayBeOf(deposit, aggregation) && charges.some(({ says }) => says.amountMinor === sizeOf(deposit));
}

/** The only payment for which the bank took this amount under this reference, or else the only one with the reference. */
function chargedBack(chargeback: Deposit, aggregations: readonly CardAggregation[]): CardAggregation | undefined {
  const exact = aggregations.filter((aggregation) => wasCharged(aggregation, chargeback));
  const [only, ...others] = exact.length > 0 ? exact : aggregations;
  return others.length === 0 ? only : undefined;
}

function chargebackOf({ says, origin, line }: Deposit, { mediumId, operator, srid }: CardAggregation) {
  return {
    origin,
    line,
    chargebackId: says.id,
    mediumId,
    operatorCode: operator.code,
    srid,
    amountMinor: Math.abs(says.amountMinor),
    currency: says.currency,
    chargedBackAt: says.at,
    reasonCode: says.reasonCode,
    retrievalReference: says.rrn,
  };
}

/** A deposit no longer counts as a movement when the back office has delivered that, or when it belongs to another payment. */
function withdrawFrom(
  aggregations: readonly CardAggregation[],
  { deposit, meant }: { deposit: Deposit; meant: CardAggregation | undefined },
  { chunk }: Pick<Assembly, 'chunk'>,
): void {
  const { says, origin, line, isOpen } = deposit;
  if (!isOpen) return;
  for (const mediumId of new Set(aggregations.map((aggregation) => aggregation.mediumId))) {
    if (mediumId !== meant?.mediumId)
      chunk.withdrawnSettlements.push({ origin, line, settlementId: settlementIdOf(says), mediumId });
  }
}

/** The movement of a deposit, until the back office delivers it. */
export const settlementIdOf = ({ id }: Deposit['says']) => hashedUuid(`deposit ${id}`);

function addMovement(
  deposit: Deposit,
  aggregation: CardAggregation,
  { chunk, open }: Pick<Assembly, 'chunk' | 'open'>,
): void {
  const { says, origin, line } = deposit;
  const isBack = says.amountMinor < 0;
  const { mediumId, operator, srid, currency } = aggregation;
  const record: SettlementRecord = {
    origin,
    line,
    settlementId: settlementIdOf(says),
    mediumId,
    operatorCode: operator.code,
    srid,
    kind: isBack ? 'refund' : 'charge',
    direction: isBack ? 'credit' : 'debit',
    amountMinor: Math.abs(says.amountMinor),
    approved: true,
    requestedAt: says.at,
    scheme: null,
    retrievalReference: says.rrn,
  };
  chunk.settlements.push(record);
  open.add(deposit.pieceId);
  if (isBack) chunk.payments.push(refundPayment(record, { ...operator, currency }, says.at));
}
