import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { type DeliveredMove, type OwnMove, pairMoves } from '@tapfolio/domain/own-moves.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import {
  type BankSummary,
  byTime,
  type DeliveredMoney,
  isDebit,
  isRecovery,
  type Move,
  summaryOf,
  withTaken,
} from './bank-moves.ts';
import { writtenOffMinor } from './judged-payment.ts';
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
  standing<Row extends DeliveredMoney>(row: Row): Row;
}

/** Reads what the bank did about these payments of one medium, at the wish of the back office and at ours. */
export async function readMovedMoney(
  db: Db,
  mediumId: string,
  payments: readonly Pick<DeliveredMoney, 'payment_id' | 'srid' | 'reason' | 'currency'>[],
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
  // A refund or a late collection, which has the reference of its payment, may have another currency.
  const currencyOf = new Map(payments.toSorted(ownLast).map(({ srid, currency }) => [srid, currency]));
  const moneyOf = (srid: string) => {
    const currency = currencyOf.get(srid);
    const told = (movesBySrid.get(srid) ?? []).map((move) => inCurrency(move, currency));
    const ofReference = faresBySrid.get(srid) ?? [];
    const collected = ofReference.flatMap((fare) => collectedOf(fare, currency) ?? []);
    return moneyOfReference(srid, told, { fares: ofReference, collected });
  };
  const moneyBySrid = new Map(srids.map((srid) => [srid, moneyOf(srid)]));
  const none = moneyOfReference('', [], { fares: [], collected: [] });
  const of = (srid: string | null): ReferenceMoney => moneyBySrid.get(srid ?? '') ?? none;
  const fareById = new Map(fares.map((fare) => [fare.payment_id, fare]));
  return {
    bankOf: (srid) => of(srid).bank,
    movesOf: (srid) => of(srid).moves,
    writtenOffOf: (row) =>
      Math.max(writtenOffMinor(row, of(row.srid).bank), ofFareMinor(row, fareById.get(row.payment_id))),
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
  standing<Row extends DeliveredMoney>(row: Row): Row;
}

/** Payments after their refunds and late collections. */
function ownLast(one: Pick<DeliveredMoney, 'reason'>, other: Pick<DeliveredMoney, 'reason'>): number {
  const [isOne, isOther] = [one, other].map(({ reason }) => !movementReasons.includes(reason));
  return Number(isOne) - Number(isOther);
}

type ToldMove = MoveRow & Pick<Move, 'otherCurrency'>;

/** A movement in the currency of its payment, with what was given back if that was another one. */
function inCurrency(move: MoveRow, currency: string | undefined): ToldMove {
  const given = moneyOrNone(move.given_minor, move.given_currency);
  if (given === undefined) return move;
  return given.currency === currency ? { ...move, amount_minor: given.amountMinor } : { ...move, otherCurrency: given };
}

interface PaidFares {
  readonly fares: readonly FareRow[];
  /** What we had the bank collect of them. */
  readonly collected: readonly Collected[];
}

function moneyOfReference(srid: string, told: readonly ToldMove[], { fares, collected }: PaidFares): ReferenceMoney {
  const deliveredAs = pairMoves(collected, told.filter(isDebit).map(deliveredMove));
  const oursById = new Map(collected.flatMap((own) => [[deliveredAs.get(own.id), own] as const]));
  // The back office may deliver a collection of ours as a plain charge.
  const delivered = told.map((move) => {
    const own = oursById.get(move.settlement_id);
    return own === undefined ? move : { ...move, ...ourRecovery, otherCurrency: own.otherCurrency };
  });
  const untold = collected.filter(({ id }) => !deliveredAs.has(id));
  const moves = [...delivered, ...untold.map((own) => ownMove(srid, own))].toSorted(byTime);
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
        delivered: delivered.filter(({ settlement_id: id }) => own === undefined || id !== deliveredAs.get(own.id)),
        own: own && ownMove(srid, own),
        ownBefore: before.map((one) => ownMove(srid, one)),
      };
      return withTaken(row, taken, fare);
    },
  };
}

/** A refund with what the bank gave back, if that was another currency than the back office delivers. */
function withGiven<Row extends DeliveredMoney>(
  row: Row,
  moves: readonly (Move & Pick<MoveRow, 'settlement_id'>)[],
): Row {
  const given = moves.find(({ settlement_id: id }) => id === row.payment_id)?.otherCurrency;
  return given === undefined ? row : { ...row, paid_minor: -given.amountMinor, currency: given.currency };
}

const ourRecovery = { kind: 'debt_recovery', isOurs: true } as const;

function deliveredMove(move: MoveRow): DeliveredMove {
  return {
    id: move.settlement_id,
    amountMinor: move.amount_minor,
    retrievalReference: move.retrieval_reference,
    at: move.requested_at === null ? null : new Date(isoInstant(move.requested_at)),
    isOrdinary: !isRecovery(move),
  };
}

/** What we had the bank collect of a fare. */
interface Collected extends OwnMove {
  readonly paymentId: string;
  readonly closedAt: string;
  readonly otherCurrency: MoneyDto | undefined;
}

/** A collection of ours in the currency of its payment, with what was taken if that was another one. */
function collectedOf(fare: FareRow, currency: string | undefined): Collected | undefined {
  const { collection_id: id, amount_minor: amountMinor, requested_at, closed_at: closedAt, bank_reference } = fare;
  if (id === null || amountMinor === null || requested_at === null || closedAt === null || bank_reference === null)
    return undefined;
  const requestedAt = new Date(isoInstant(requested_at));
  const { payment_id: paymentId } = fare;
  const own = { id, paymentId, amountMinor, bankReference: bank_reference, requestedAt, closedAt };
  const taken = moneyOrNone(fare.taken_minor, fare.taken_currency);
  return taken === undefined || taken.currency === currency
    ? { ...own, amountMinor: taken?.amountMinor ?? amountMinor, otherCurrency: undefined }
    : { ...own, otherCurrency: taken };
}

function moneyOrNone(amountMinor: number | null, currency: string | null): MoneyDto | undefined {
  return amountMinor !== null && currency !== null ? { amountMinor, currency } : undefined;
}

function ownMove(srid: string, own: Collected): Move {
  const { closedAt: requested_at, amountMinor: amount_minor, otherCurrency } = own;
  return {
    srid,
    requested_at,
    direction: 'debit',
    ...ourRecovery,
    amount_minor,
    approved: true,
    refusal: null,
    otherCurrency,
  };
}
