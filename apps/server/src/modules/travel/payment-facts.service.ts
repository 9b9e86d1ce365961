import { dayMs } from '@tapfolio/domain/durations.ts';
import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import { movementReasons, type PaymentStatus, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { addMs, isBefore, laterOf } from '../../lib/iso-instant.ts';
import type { Db, ResultRow } from '../../lib/sql.ts';
import type { ChargeRow, PaymentRow } from './payment.sql.ts';
import {
  countTrips,
  findChargedPayment,
  findPaymentByKey,
  listCollected,
  listMoves,
  type MoveRow,
} from './payment-facts.queries.ts';

const slackMs = windowSlackDays * dayMs;
/** A window that is still open is looked at for this long. */
export const longestWindowMs = longestWindowDays * dayMs;

interface Window {
  readonly opened_at: string;
  readonly closed_at: string | null;
}

/** Between which instants the trips of these payments start, as far as they are shown. There is at least one payment. */
export function tripsOfWindows(
  windows: readonly Window[],
  { shownFrom }: Pick<OwnMedium, 'shownFrom'>,
): { from: string; to: string } {
  const opened = windows.map(({ opened_at: at }) => at);
  const closed = windows.map(({ opened_at: at, closed_at: end }) => end ?? addMs(at, longestWindowMs));
  const first = opened.reduce((one, other) => (isBefore(other, one) ? other : one));
  const last = closed.reduce((one, other) => (isBefore(one, other) ? other : one));
  return { from: laterOf(addMs(first, -slackMs), shownFrom), to: addMs(last, slackMs) };
}

/** Between which instants the payment opened that a fare or ticket from between these was charged with, if it is shown. */
export function chargedBetween(
  { from, to }: { readonly from: string; readonly to: string },
  { shownFrom }: OwnMedium,
): { from: string; to: string } {
  return { from: laterOf(addMs(from, -longestWindowMs), shownFrom), to: addMs(to, slackMs) };
}

/** What the bank did about one payment. */
export interface BankAnswer {
  readonly refunds: number;
  readonly refundedMinor: number;
  /** When the last refund was asked for, as the database writes it. */
  readonly refundedAt: string | null;
  /** Did it take money? Null while it was not asked for any. */
  readonly took: boolean | null;
  /** What it said of the card when it refused the last time. */
  readonly refusal: MoveRow['refusal'];
}

/** Sums up the movements of one payment. */
function bankAnswer(moves: readonly MoveRow[]): BankAnswer {
  const refunds = moves.filter(isRefund);
  const debits = moves.filter(({ direction }) => direction === 'debit');
  return {
    refunds: refunds.length,
    refundedMinor: refunds.reduce((sum, { amount_minor: minor }) => sum + minor, 0),
    // In the order in which they were asked for; those without an instant stand at the end.
    refundedAt: refunds.findLast(({ requested_at: at }) => at !== null)?.requested_at ?? null,
    took: debits.length === 0 ? null : debits.some(({ approved }) => approved),
    refusal: debits.at(-1)?.refusal ?? null,
  };
}

/** Money that the bank gave back. */
export function isRefund({ direction, approved }: MoveRow): boolean {
  return direction === 'credit' && approved;
}

/** What the back office says of a payment. */
type Claim = Pick<ChargeRow, 'reason' | 'status' | 'paid_minor' | 'debt_paid_minor'>;

/**
 * The back office says that the bank took money and all the bank said is no. What was collected after a refusal may
 * have come with another charge, so that alone is no contradiction. What we had the bank collect ourselves is proven by its answer.
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
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013. A part that was
 * paid of an unpaid fare has its receipt too: the money is gone from the account. What was collected later is certified by the
 * receipt of the fare and not a second time.
 */
export function isReceiptAvailable(row: ChargeRow, bank: BankAnswer): boolean {
  const isPaid = (row.status === 'accepted' || refusedPaymentStatuses.includes(row.status)) && row.paid_minor > 0;
  return isPaid && !movementReasons.includes(row.reason) && row.srid !== null && !isContradicted(row, bank);
}

/** What the bank did and how many trips there were, by the reference of a payment. */
export interface FactsOfPayments {
  bankOf(srid: string | null): BankAnswer;
  movesOf(srid: string | null): readonly MoveRow[];
  tripsOf(srid: string | null): number;
  /** A payment as it stands: what the bank took is paid, for us or for the back office, before that calls it paid. */
  standing<Row extends Taken>(row: Row): Row;
}

/** What is told of the money of a payment. */
type Taken = Pick<
  ChargeRow,
  'payment_id' | 'srid' | 'reason' | 'status' | 'due_minor' | 'paid_minor' | 'debt_paid_minor'
>;

const nothing: BankAnswer = bankAnswer([]);

/** Reads what these payments of one medium do not say themselves. */
export async function readPaymentFacts(
  db: Db,
  medium: OwnMedium,
  payments: readonly Pick<PaymentRow, 'payment_id' | 'status' | 'srid' | 'opened_at' | 'closed_at'>[],
): Promise<FactsOfPayments> {
  const { mediumId } = medium;
  const srids = payments.flatMap(({ srid }) => srid ?? []);
  const [moves, counts, collected] =
    srids.length === 0
      ? [[], [], []]
      : await Promise.all([
          listMoves(db, { mediumId, srids }),
          countTrips(db, { mediumId, ...tripsOfWindows(payments, medium) }),
          readCollected(db, mediumId, payments),
        ]);
  return factsOf({ moves, counts, collected });
}

/** What the bank did about one payment, for those who ask for nothing else. */
export async function readBankFacts(
  db: Db,
  mediumId: string,
  payment: Taken,
): Promise<Pick<FactsOfPayments, 'bankOf' | 'standing'>> {
  const { srid } = payment;
  const moves = srid === null ? [] : await listMoves(db, { mediumId, srids: [srid] });
  return factsOf({ moves, counts: [], collected: await readCollected(db, mediumId, [payment]) });
}

interface Told {
  readonly moves: readonly MoveRow[];
  readonly counts: readonly ResultRow<typeof countTrips>[];
  readonly collected: readonly Collected[];
}

function factsOf({ moves, counts, collected }: Told): FactsOfPayments {
  const deliveredBySrid = Map.groupBy(moves, ({ srid }) => srid);
  const movesBySrid = Map.groupBy([...moves, ...collected.map(({ move }) => move)], ({ srid }) => srid);
  const banks = new Map([...movesBySrid].map(([srid, of]) => [srid, bankAnswer(of)]));
  const trips = new Map(counts.map((row) => [row.srid, row.trips]));
  return {
    bankOf: (srid) => banks.get(srid ?? '') ?? nothing,
    movesOf: (srid) => movesBySrid.get(srid ?? '') ?? [],
    tripsOf: (srid) => trips.get(srid ?? '') ?? 0,
    standing: (row) => {
      const told = asTaken(row, deliveredBySrid.get(row.srid ?? '') ?? []);
      const found = collected.find(({ paymentId }) => paymentId === row.payment_id);
      return found ? withCollected(told, found.move.amount_minor) : told;
    },
  };
}

interface Collected {
  readonly paymentId: string;
  readonly move: MoveRow;
}

async function readCollected(
  db: Db,
  mediumId: string,
  payments: readonly Pick<PaymentRow, 'payment_id' | 'status' | 'srid'>[],
): Promise<Collected[]> {
  const unpaid = new Map(
    payments.flatMap(({ payment_id: paymentId, status, srid }) =>
      srid !== null && refusedPaymentStatuses.includes(status) ? [[paymentId, srid] as const] : [],
    ),
  );
  if (unpaid.size === 0) return [];
  const rows = await listCollected(db, { mediumId, paymentIds: [...unpaid.keys()] });
  return rows.map(({ payment_id: paymentId, amount_minor, closed_at: requested_at }) => {
    const srid = unpaid.get(paymentId) ?? '';
    const move = {
      srid,
      requested_at,
      direction: 'debit',
      kind: 'debt_recovery',
      amount_minor,
      approved: true,
      refusal: null,
    } as const;
    return { paymentId, move };
  });
}

/**
 * The window of a payment may be behind what the bank did: what it took is paid. Both tell of the same money, so the larger sum
 * counts, and never more than was due: a repeated request may be delivered as a second charge.
 */
function asTaken<Row extends Taken>(row: Row, moves: readonly MoveRow[]): Row {
  if (row.reason === 'refund' || !refusedPaymentStatuses.includes(row.status)) return row;
  const sumOf = (some: readonly MoveRow[]) => some.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
  const debits = moves.filter(({ direction, approved }) => direction === 'debit' && approved);
  const paid_minor = Math.min(sumOf(debits), row.due_minor);
  if (paid_minor <= row.paid_minor) return row;
  const recoveredMinor = sumOf(debits.filter(({ kind }) => kind === 'debt_recovery'));
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

/** What was charged, and about when. */
export interface Charged {
  readonly medium: OwnMedium;
  readonly srid: string | null;
  /** When the trip or the validity of the ticket began. */
  readonly began: string;
}

/** The payment that a fare or a ticket was charged with, opened about the time it began; undefined where there is none. */
export async function readChargedPayment(db: Db, { medium, srid, began }: Charged): Promise<ChargeRow | undefined> {
  if (srid === null) return undefined;
  const [payment] = await findChargedPayment(db, {
    mediumId: medium.mediumId,
    srid,
    ...chargedBetween({ from: began, to: began }, medium),
  });
  return payment;
}

/** The payment that a statement reference names, by its key; undefined where it is gone. */
export async function readPaymentByKey(
  db: Db,
  key: { mediumId: string; openedAt: string; paymentId: string },
): Promise<PaymentRow | undefined> {
  const [payment] = await findPaymentByKey(db, key);
  return payment;
}
