import { hashedUuid } from '../../lib/hashing.ts';
import type { SettlementRecord } from '../canonical.ts';
import { refundPayment } from '../refund-payment.ts';
import { type Aggregation, type CardAggregation, isCheck, isCredit, type Settlement } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import type { DepositContent } from './contents.ts';
import type { Piece, PiecesByKind } from './pieces-by-kind.ts';

type Deposit = Piece<DepositContent>;

/** Whether the bank's own file says that a movement took place. */
export function isConfirmed(
  settlement: Settlement,
  aggregation: Aggregation,
  { deposits }: Pick<PiecesByKind, 'deposits'>,
): boolean {
  const isBack = isCredit(settlement, aggregation);
  return (deposits.get(settlement.beside ?? '') ?? []).some(
    ({ says }) => says.amountMinor < 0 === isBack && Math.abs(says.amountMinor) === settlement.says.amountMinor,
  );
}

/**
 * Adds what the bank's own file says: chargebacks, and movements that the back office has not told of. Those are
 * taken back once it does, so that no money counts twice. A chargeback that waits may be of another back office: the writer
 * looks for its charge.
 */
export function addDeposits({ pieces, aggregations, context, chunk, open }: Assembly): void {
  const byReference = new Map<string, CardAggregation[]>();
  for (const aggregation of aggregations.values()) {
    const { mediumId, settlements, authorisations } = aggregation;
    if (mediumId === undefined) continue;
    for (const { beside } of [...authorisations.filter((one) => !isCheck(one)), ...settlements]) {
      if (beside === null) continue;
      const known = byReference.get(beside);
      if (known === undefined) byReference.set(beside, [{ ...aggregation, mediumId }]);
      else known.push({ ...aggregation, mediumId });
    }
  }
  const isOurs = (aggregation: Aggregation) => context.isMoneyFrom('littlepay', aggregation.operator);
  for (const deposit of [...pieces.deposits.values()].flat()) {
    const aggregation = meantOf(deposit, byReference.get(deposit.about));
    if (!aggregation) open.add(deposit.pieceId);
    else if (isOurs(aggregation)) addMovement(deposit, aggregation, { chunk, open });
  }
  for (const chargeback of [...pieces.chargebacks.values()].flat()) {
    const aggregation = meantOf(chargeback, byReference.get(chargeback.about));
    if (aggregation && isOurs(aggregation)) chunk.chargebacks.push(chargebackOf(chargeback, aggregation));
    else open.add(chargeback.pieceId);
  }
}

/** Of several payments with one reference of the bank the one of which it took this amount, else the first. */
function meantOf({ about, says }: Deposit, aggregations: readonly CardAggregation[] = []): CardAggregation | undefined {
  const amountMinor = Math.abs(says.amountMinor);
  const hasAmount = ({ settlements }: Aggregation) =>
    settlements.some((one) => one.beside === about && one.says.amountMinor === amountMinor);
  return aggregations.find(hasAmount) ?? aggregations[0];
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

function addMovement(
  deposit: Deposit,
  aggregation: CardAggregation,
  { chunk, open }: Pick<Assembly, 'chunk' | 'open'>,
): void {
  const { says, origin, line, isOpen } = deposit;
  const isBack = says.amountMinor < 0;
  const isTold = aggregation.settlements.some(
    (one) => one.beside === deposit.about && isCredit(one, aggregation) === isBack,
  );
  const settlementId = hashedUuid(`deposit ${says.id}`);
  if (isTold) {
    // It was told in place of the row that has come since.
    if (isOpen) chunk.withdrawnSettlements.push({ origin, line, settlementId, mediumId: aggregation.mediumId });
    return;
  }
  const { mediumId, operator, srid, currency } = aggregation;
  const record: SettlementRecord = {
    origin,
    line,
    settlementId,
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
