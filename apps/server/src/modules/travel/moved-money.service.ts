import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { withoutRepetitions } from '@tapfolio/domain/bank-charges.ts';
import { pairMoves } from '@tapfolio/domain/own-moves.ts';
import { movementReasons, type PaymentStatus, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { isoInstant, isoInstantOrNull, oldestFirst } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import type { PaymentRow } from './payment.sql.ts';
import {
  type CollectedRow,
  listCollected,
  listMoves,
  listOnceUnpaid,
  type MoveRow,
  type OnceUnpaidRow,
} from './payment-facts.queries.ts';

/** A movement of money at the bank: from a delivery, or one of our own collections. */
export type Move = Omit<MoveRow, 'settlement_id' | 'retrieval_reference'>;

/** What the bank did about one payment. */
export interface BankAnswer {
  readonly refunds: number;
  readonly refundedMinor: number;
  /** When the last refund was requested, as the database writes it. */
  readonly refundedAt: string | null;
  /**
   * Did it take money? Null if it was not asked for any, or if all that is known are the refusals that made the fare unpaid before the back
   * office was paid.
   */
  readonly took: boolean | null;
  /** What it said of the card when it refused the last time. */
  readonly refusal: MoveRow['refusal'];
}

/** What the delivery of a payment says of its money. */
type Taken = Pick<
  PaymentRow,
  'payment_id' | 'srid' | 'reason' | 'status' | 'due_minor' | 'paid_minor' | 'debt_paid_minor'
>;

/** What the bank did, by the reference of a payment. */
export interface MovedMoney {
  bankOf(srid: string | null): BankAnswer;
  /** Each movement once, in the order in which the bank was asked: as delivered, or as our own while no delivery has it. */
  movesOf(srid: string | null): readonly Move[];
  /**
   * What nobody asks for any more of a payment: of the amount due, or of its fare before the back office lowered the amount, if that is
   * more.
   */
  writtenOffOf(row: PaymentRow): number;
  /** The payment with all that the bank took, also where the back office does not call it paid yet. */
  standing<Row extends Taken>(row: Row): Row;
}

/** Reads what the bank did about these payments of one medium, at the wish of the back office and at ours. */
export async function readMovedMoney(
  db: Db,
  mediumId: string,
  payments: readonly Pick<Taken, 'payment_id' | 'srid'>[],
): Promise<MovedMoney> {
  const srids = payments.flatMap(({ srid }) => srid ?? []);
  const paymentIds = payments.map(({ payment_id: id }) => id);
  const hasReferences = srids.length > 0;
  const [moves, collected, onceUnpaid] = await Promise.all([
    hasReferences ? listMoves(db, { mediumId, srids }) : [],
    hasReferences ? listCollected(db, { mediumId, paymentIds }) : [],
    paymentIds.length > 0 ? listOnceUnpaid(db, { mediumId, paymentIds }) : [],
  ]);
  const sridOf = new Map(payments.map(({ payment_id: id, srid }) => [id, srid]));
  const movesBySrid = Map.groupBy(moves, ({ srid }) => srid);
  const collectedBySrid = Map.groupBy(collected, ({ payment_id: id }) => sridOf.get(id) ?? '');
  const moneyBySrid = new Map(
    srids.map((srid) => [srid, moneyOfReference(srid, movesBySrid.get(srid) ?? [], collectedBySrid.get(srid) ?? [])]),
  );
  const none = moneyOfReference('', [], []);
  const of = (srid: string | null): ReferenceMoney => moneyBySrid.get(srid ?? '') ?? none;
  const fareOf = new Map(onceUnpaid.map((fare) => [fare.payment_id, fare]));
  const onceUnpaidSrids = new Set(onceUnpaid.map(({ payment_id: id }) => sridOf.get(id)));
  const bankOf = (srid: string | null): BankAnswer => {
    const { bank } = of(srid);
    return bank.took === false && onceUnpaidSrids.has(srid) ? { ...bank, took: null } : bank;
  };
  return {
    bankOf,
    movesOf: (srid) => of(srid).moves,
    writtenOffOf: (row) =>
      Math.max(writtenOffMinor(row, bankOf(row.srid)), ofFareMinor(row, fareOf.get(row.payment_id))),
    standing: (row) => of(row.srid).standing(row),
  };
}

/** What nobody asks for any more of the fare of a payment. A later delivery may have given the payment another currency. */
function ofFareMinor({ currency }: PaymentRow, fare: OnceUnpaidRow | undefined): number {
  return fare?.currency === currency ? fare.written_off_minor : 0;
}

interface ReferenceMoney {
  readonly bank: BankAnswer;
  readonly moves: readonly Move[];
  standing<Row extends Taken>(row: Row): Row;
}

function moneyOfReference(
  srid: string,
  delivered: readonly MoveRow[],
  collected: readonly CollectedRow[],
): ReferenceMoney {
  const deliveredAs = pairMoves(
    collected.map((own) => ({
      id: own.collection_id,
      amountMinor: own.amount_minor,
      bankReference: own.bank_reference,
      requestedAt: new Date(isoInstant(own.requested_at)),
    })),
    delivered.filter(isRecovery).map((move) => ({
      id: move.settlement_id,
      amountMinor: move.amount_minor,
      retrievalReference: move.retrieval_reference,
      at: move.requested_at === null ? null : new Date(isoInstant(move.requested_at)),
    })),
  );
  const untold = collected.filter(({ collection_id: id }) => !deliveredAs.has(id));
  const moves = [...delivered, ...untold.map((own) => ownMove(srid, own))].toSorted(byTime);
  return {
    bank: bankAnswer(moves),
    moves,
    standing: (row) => {
      // Of several collections of one fare the last counts: the delivery that called it unpaid again knew of those before.
      const own = collected.findLast(({ payment_id: id, is_settled }) => id === row.payment_id && is_settled);
      if (own === undefined) return asTaken(row, delivered);
      const others = delivered.filter(({ settlement_id: id }) => id !== deliveredAs.get(own.collection_id));
      if (own.is_unpaid) return withCollected(asTaken(row, others), own.amount_minor);
      // The delivery knows of our collection, but its window may be closed without the amount, or ask for less now.
      const statuses = [...unpaidStatuses, 'accepted', 'none'] as const;
      return asTaken(row, [...others, ownMove(srid, own)], { statuses, certainMinor: own.amount_minor });
    },
  };
}

const isRecovery = ({ kind, approved }: Pick<Move, 'kind' | 'approved'>) => kind === 'debt_recovery' && approved;

function ownMove(srid: string, { closed_at: requested_at, amount_minor }: CollectedRow): Move {
  return {
    srid,
    requested_at,
    direction: 'debit',
    kind: 'debt_recovery',
    amount_minor,
    approved: true,
    refusal: null,
  };
}

/** Movements without an instant come last. */
function byTime({ requested_at: one }: Move, { requested_at: other }: Move): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return oldestFirst(one, other);
}

/** Sums up the movements of one payment. */
function bankAnswer(moves: readonly Move[]): BankAnswer {
  const refunds = moves.filter(isRefund);
  const debits = moves.filter(({ direction }) => direction === 'debit');
  return {
    refunds: refunds.length,
    refundedMinor: sumOf(refunds),
    refundedAt: refunds.findLast(({ requested_at: at }) => at !== null)?.requested_at ?? null,
    took: debits.length === 0 ? null : debits.some(({ approved }) => approved),
    refusal: debits.at(-1)?.refusal ?? null,
  };
}

function sumOf(moves: readonly Move[]): number {
  return moves.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
}

/** Money that the bank gave back. */
export function isRefund({ direction, approved }: Pick<Move, 'direction' | 'approved'>): boolean {
  return direction === 'credit' && approved;
}

/** A closed window of which the bank's money is still missing. */
const unpaidStatuses: readonly PaymentStatus[] = [...refusedPaymentStatuses, 'pending'];

/**
 * The window of a payment may be older than what the bank did: what the bank took is paid. Both describe the same money, so the larger sum
 * counts, and never more than was due: a repeated request may be delivered as a second charge. What we had the bank collect
 * (`certainMinor`) was taken, whatever is due now.
 */
function asTaken<Row extends Taken>(
  row: Row,
  moves: readonly Move[],
  { statuses, certainMinor }: { statuses: readonly PaymentStatus[]; certainMinor: number } = {
    statuses: unpaidStatuses,
    certainMinor: 0,
  },
): Row {
  if (row.reason === 'refund' || !statuses.includes(row.status)) return row;
  const debits = moves.filter(({ direction, approved }) => direction === 'debit' && approved);
  const paid_minor = Math.min(sumOf(debits), Math.max(row.due_minor, certainMinor));
  if (paid_minor <= row.paid_minor) return row;
  const recoveredMinor = sumOf(debits.filter(isRecovery));
  const debt_paid_minor = Math.min(Math.max(row.debt_paid_minor, recoveredMinor), paid_minor);
  return withPaid(row, { paid_minor, debt_paid_minor });
}

function withCollected<Row extends Taken>(row: Row, collectedMinor: number): Row {
  const { paid_minor, debt_paid_minor } = row;
  return withPaid(row, {
    paid_minor: paid_minor + collectedMinor,
    debt_paid_minor: debt_paid_minor + collectedMinor,
  });
}

function withPaid<Row extends Taken>(row: Row, paid: Pick<Taken, 'paid_minor' | 'debt_paid_minor'>): Row {
  return { ...row, ...paid, status: paid.paid_minor >= row.due_minor ? 'accepted' : row.status };
}

/** What the back office says of a payment. */
type Claim = Pick<PaymentRow, 'reason' | 'status' | 'paid_minor' | 'debt_paid_minor'>;

/**
 * The back office says that the bank took money and all the bank said is no. What was collected after a refusal may
 * have come with another charge, so that alone is no contradiction. What we had the bank collect ourselves it said yes to.
 */
function isContradicted({ reason, paid_minor, debt_paid_minor }: Claim, { took }: BankAnswer): boolean {
  return !movementReasons.includes(reason) && paid_minor > debt_paid_minor && took === false;
}

/**
 * Where the collection stands. A payment whose sources contradict each other is not called paid; of one that the bank refused
 * its answer may say why.
 */
export function shownStatus(row: Claim, bank: BankAnswer): PaymentStatus {
  if (row.status === 'accepted' && isContradicted(row, bank)) return 'corrupted';
  return row.status === 'payment_error' ? (bank.refusal ?? row.status) : row.status;
}

/**
 * What the operator no longer asks for of the amount due: the back office closed the payment although that part was not paid. A payment that
 * is not called paid may still be collected.
 */
export function writtenOffMinor(row: PaymentRow, bank: BankAnswer): number {
  if (movementReasons.includes(row.reason) || shownStatus(row, bank) !== 'accepted') return 0;
  return Math.max(0, row.due_minor - row.paid_minor);
}

/**
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013. A part that was
 * paid of an unpaid fare has its receipt too: the money is gone from the account. What was collected later is certified by the
 * receipt of the fare and not a second time.
 */
export function isReceiptAvailable(row: PaymentRow, bank: BankAnswer): boolean {
  const isPaid = (row.status === 'accepted' || refusedPaymentStatuses.includes(row.status)) && row.paid_minor > 0;
  return isPaid && !movementReasons.includes(row.reason) && row.srid !== null && !isContradicted(row, bank);
}

type Charges = PaymentDetail['charges'];

/** The movements of a payment at the bank as they are shown: each request once, weighed against what was paid. */
export function chargesOf(row: PaymentRow, moves: readonly Move[]): Charges {
  if (movementReasons.includes(row.reason)) return [ownMovement(row)];
  const { currency, paid_minor: paidMinor } = row;
  const charges: Charges = moves.map(({ requested_at: at, direction, kind, amount_minor: amountMinor, approved }) => ({
    at: isoInstantOrNull(at),
    direction,
    kind,
    amount: { amountMinor, currency },
    approved,
  }));
  return withoutRepetitions(charges, paidMinor);
}

/** The movement of a refund or a late collection itself; the others with its reference belong to the payment. */
function ownMovement({ reason, closed_at, paid_minor, currency }: PaymentRow): Charges[number] {
  return {
    at: isoInstantOrNull(closed_at),
    ...(reason === 'refund' ? { direction: 'credit', kind: 'refund' } : { direction: 'debit', kind: 'debt_recovery' }),
    amount: { amountMinor: Math.abs(paid_minor), currency },
    approved: true,
  };
}
