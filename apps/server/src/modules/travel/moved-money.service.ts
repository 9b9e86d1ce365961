import {
  type BankSummary,
  isDebit,
  isRecovery,
  type Move,
  type OnceUnpaid,
  type PaymentMoney,
  summaryOf,
  withTaken,
} from '@tapfolio/domain/bank-moves.ts';
import { writtenOffMinor } from '@tapfolio/domain/judged-payment.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { type DeliveredMove, type OwnMove, pairMoves } from '@tapfolio/domain/own-moves.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { isoInstant, isoInstantOrNull, oldestFirst } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import type { PaymentRow } from './payment.sql.ts';
import { type FareRow, listFares, listMoves, type MoveRow } from './payment-facts.queries.ts';

/** What the bank did, by the reference of a payment. */
export interface MovedMoney {
  bankOf(srid: string | null): BankSummary;
  /** Each movement once, in the order in which the bank was asked: as delivered, or as our own while no delivery has it. */
  movesOf(srid: string | null): readonly Move[];
  /**
   * What nobody asks for any more of a payment: of the amount due, or of its fare before the back office lowered the amount, if that is
   * more.
   */
  writtenOffOf(row: PaymentRow): number;
  /** The payment with all that the bank took, also where the back office does not call it paid yet, or asks for less now. */
  standing<Row extends StoredPayment>(row: Row): Row;
}

/** The columns of a payment that say what became of its money. */
type StoredPayment = Pick<
  PaymentRow,
  'payment_id' | 'srid' | 'reason' | 'status' | 'due_minor' | 'paid_minor' | 'debt_paid_minor' | 'currency'
>;

/** The same as the rules of the domain take it. */
export function moneyOf(row: Omit<StoredPayment, 'payment_id'>): PaymentMoney & Pick<StoredPayment, 'srid'> {
  const { srid, reason, status, due_minor: dueMinor, paid_minor: paidMinor, currency } = row;
  return { srid, reason, status, dueMinor, paidMinor, debtPaidMinor: row.debt_paid_minor, currency };
}

/** Reads what the bank did about these payments of one medium, at the wish of the back office and at ours. */
export async function readMovedMoney(
  db: Db,
  mediumId: string,
  payments: readonly Pick<StoredPayment, 'payment_id' | 'srid' | 'reason' | 'currency'>[],
): Promise<MovedMoney> {
  const srids = payments.flatMap(({ srid }) => srid ?? []);
  const paymentIds = payments.map(({ payment_id: id }) => id);
  const [moves, fares] = await Promise.all([
    srids.length > 0 ? listMoves(db, { mediumId, srids }) : [],
    paymentIds.length > 0 ? listFares(db, { mediumId, paymentIds }) : [],
  ]);
  const sridOf = new Map(payments.map(({ payment_id: id, srid }) => [id, srid]));
  const movesBySrid = Map.groupBy(moves, ({ srid }) => srid);
  const faresBySrid = Map.groupBy(fares, ({ payment_id: id }) => sridOf.get(id) ?? '');
  const moneyOfSrid = (srid: string, currency: string): ReferenceMoney => {
    const told = (movesBySrid.get(srid) ?? []).map((move) => toldMove(move, currency));
    const ofReference = faresBySrid.get(srid) ?? [];
    const collected = ofReference.flatMap((fare) => collectedOf(fare, currency) ?? []);
    return moneyOfReference(told, { fares: ofReference, collected });
  };
  // A refund or a late collection, which has the reference of its payment, may have another currency.
  const currencyOf = new Map(payments.toSorted(ownLast).map(({ srid, currency }) => [srid, currency]));
  currencyOf.delete(null);
  const moneyBySrid = new Map(Array.from(currencyOf, ([srid, currency]) => [srid, moneyOfSrid(srid ?? '', currency)]));
  const none = moneyOfReference([], { fares: [], collected: [] });
  const of = (srid: string | null): ReferenceMoney => moneyBySrid.get(srid) ?? none;
  const fareById = new Map(fares.map((fare) => [fare.payment_id, fare]));
  return {
    bankOf: (srid) => of(srid).bank,
    movesOf: (srid) => of(srid).moves,
    writtenOffOf: (row) =>
      Math.max(writtenOffMinor(moneyOf(row), of(row.srid).bank), ofFareMinor(row, fareById.get(row.payment_id))),
    standing: (row) => of(row.srid).standing(row),
  };
}

/** What nobody asks for any more of the fare of a payment. A later delivery may have given the payment another currency. */
function ofFareMinor({ currency }: PaymentRow, fare: FareRow | undefined): number {
  return fare?.is_unpaid === false && fare.currency === currency ? fare.written_off_minor : 0;
}

interface ReferenceMoney {
  readonly bank: BankSummary;
  readonly moves: readonly Move[];
  standing<Row extends StoredPayment>(row: Row): Row;
}

/** Payments after their refunds and late collections. */
function ownLast(one: Pick<StoredPayment, 'reason'>, other: Pick<StoredPayment, 'reason'>): number {
  const [isOne, isOther] = [one, other].map(({ reason }) => !movementReasons.includes(reason));
  return Number(isOne) - Number(isOther);
}

/** A movement that a delivery tells of. */
interface ToldMove extends Move {
  readonly id: string;
  readonly retrievalReference: string | null;
}

/** A movement in the currency of its payment, with what was given back if that was another one. */
function toldMove(row: MoveRow, currency: string): ToldMove {
  const { settlement_id: id, retrieval_reference: retrievalReference, direction, kind, approved, refusal } = row;
  const at = isoInstantOrNull(row.requested_at);
  const given = moneyOrNone(row.given_minor, row.given_currency);
  const told = { id, retrievalReference, at, direction, kind, approved, refusal };
  return given?.currency === currency
    ? { ...told, amount: given }
    : { ...told, amount: { amountMinor: row.amount_minor, currency }, otherCurrency: given };
}

interface PaidFares {
  readonly fares: readonly FareRow[];
  /** What we had the bank collect of them. */
  readonly collected: readonly Collected[];
}

function moneyOfReference(told: readonly ToldMove[], { fares, collected }: PaidFares): ReferenceMoney {
  const deliveredAs = pairMoves(collected, told.filter(isDebit).map(deliveredMove));
  const oursById = new Map(collected.flatMap((own) => [[deliveredAs.get(own.id), own] as const]));
  // The back office may deliver a collection of ours as a plain charge.
  const delivered = told.map((move) => {
    const own = oursById.get(move.id);
    return own === undefined ? move : { ...move, ...ourRecovery, otherCurrency: own.otherCurrency };
  });
  const untold = collected.filter(({ id }) => !deliveredAs.has(id));
  // The delivered ones are in order: their instants need not be parsed.
  const moves = untold.length === 0 ? delivered : [...delivered, ...untold.map(ownMove)].toSorted(byTime);
  const bank = summaryOf(moves);
  const areRefusalsOld = fares.some((fare) => !fare.is_unpaid);
  return {
    bank: bank.took === false && areRefusalsOld ? { ...bank, took: null } : bank,
    moves,
    standing: (row) => {
      if (row.reason === 'refund') return withGiven(row, delivered);
      const fare = fares.find(({ payment_id: id }) => id === row.payment_id);
      const ofFare = collected.filter(({ paymentId }) => paymentId === row.payment_id);
      // The delivery that called a fare unpaid again knew of what we had the bank collect before.
      const own = fare?.is_settled === true ? ofFare.at(-1) : undefined;
      const before = untold.filter((one) => one !== own && ofFare.includes(one));
      const taken = {
        delivered: delivered.filter(({ id }) => own === undefined || id !== deliveredAs.get(own.id)),
        own: own && ownMove(own),
        ownBefore: before.map(ownMove),
      };
      const { status, paidMinor, debtPaidMinor } = withTaken(moneyOf(row), taken, fare && onceUnpaid(fare));
      return { ...row, status, paid_minor: paidMinor, debt_paid_minor: debtPaidMinor };
    },
  };
}

/** Movements without an instant come last. */
function byTime({ at: one }: Move, { at: other }: Move): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return oldestFirst(one, other);
}

function onceUnpaid(fare: FareRow): OnceUnpaid {
  const { currency, is_unpaid: isUnpaid, paid_before_minor: paidBeforeMinor, whole_minor: wholeMinor } = fare;
  return { currency, isUnpaid, paidBeforeMinor, wholeMinor, settledMinor: fare.settled_minor };
}

/** A refund with what the bank gave back, if that was another currency than the back office delivers. */
function withGiven<Row extends StoredPayment>(row: Row, moves: readonly ToldMove[]): Row {
  const given = moves.find(({ id }) => id === row.payment_id)?.otherCurrency;
  return given === undefined ? row : { ...row, paid_minor: -given.amountMinor, currency: given.currency };
}

const ourRecovery = { kind: 'debt_recovery', isOurs: true } as const;

function deliveredMove(move: ToldMove): DeliveredMove {
  const { id, amount, retrievalReference, at } = move;
  return {
    ...{ id, retrievalReference, amountMinor: amount.amountMinor },
    at: at === null ? null : new Date(at),
    isOrdinary: !isRecovery(move),
  };
}

/** What we had the bank collect of a fare. */
interface Collected extends OwnMove {
  readonly paymentId: string;
  readonly currency: string;
  readonly closedAt: string;
  readonly otherCurrency: Money | undefined;
}

/** A collection of ours in the currency of its payment, with what was taken if that was another one. */
function collectedOf(fare: FareRow, currency: string): Collected | undefined {
  const { collection_id: id, amount_minor: amountMinor, requested_at, closed_at: closedAt, bank_reference } = fare;
  if (id === null || amountMinor === null || requested_at === null || closedAt === null || bank_reference === null)
    return undefined;
  const requestedAt = new Date(isoInstant(requested_at));
  const { payment_id: paymentId } = fare;
  const own = { id, paymentId, amountMinor, currency, bankReference: bank_reference, requestedAt, closedAt };
  const taken = moneyOrNone(fare.taken_minor, fare.taken_currency);
  return taken === undefined || taken.currency === currency
    ? { ...own, amountMinor: taken?.amountMinor ?? amountMinor, otherCurrency: undefined }
    : { ...own, otherCurrency: taken };
}

function moneyOrNone(amountMinor: number | null, currency: string | null): Money | undefined {
  return amountMinor !== null && currency !== null ? { amountMinor, currency } : undefined;
}

function ownMove({ closedAt, amountMinor, currency, otherCurrency }: Collected): Move {
  const amount = { amountMinor, currency };
  return {
    ...ourRecovery,
    at: isoInstant(closedAt),
    direction: 'debit',
    amount,
    approved: true,
    refusal: null,
    otherCurrency,
  };
}
