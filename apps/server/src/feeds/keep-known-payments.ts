import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import type pg from 'pg';
import type { ResultRow } from '../lib/sql.ts';
import type { Assembled } from './assembler.ts';
import type { Chunk, PaymentPartsRecord, SettlementRecord, TripRecord } from './writer/canonical.ts';
import { type KnownMovement, listKnownPayments } from './writer/known-payments.queries.ts';

type KnownPayment = ResultRow<typeof listKnownPayments> & { srid: string };

/**
 * Changes what is to be written of payments some of whose pieces are forgotten: the tables have trips, movements or questions to the
 * bank of them, and no piece has these any more. Such a payment keeps its opening, its reference and what is due. The pieces that are
 * left add money that moved, fares, and an answer of the bank if it is the newest.
 */
export async function keepKnownPayments(client: pg.ClientBase, assembled: Assembled): Promise<Chunk> {
  const { chunk, payments, told } = assembled;
  if (payments.length === 0) return chunk;
  const known = await listKnownPayments(client, {
    mediumIds: payments.map(({ mediumId }) => mediumId),
    paymentIds: payments.map(({ paymentId }) => paymentId),
  });
  const kept = new Map<string, KnownPayment>();
  for (const { srid, ...one } of known) {
    const ids = [...one.trip_ids, ...one.movements.map(({ settlementId }) => settlementId), ...one.authorisation_ids];
    if (srid !== null && ids.some((id) => !told.has(id))) kept.set(one.payment_id, { ...one, srid });
  }
  return kept.size === 0 ? chunk : keepThem({ ...assembled, chunk: leaveOutRepeated(assembled, kept) }, kept);
}

/**
 * The chunk without the movements that the tables have already under another id, whose pieces are forgotten: by the bank's own file, which
 * may repeat all its rows every day, or by the back office under a new id.
 */
function leaveOutRepeated(assembled: Assembled, kept: ReadonlyMap<string, KnownPayment>): Chunk {
  const { chunk, payments } = assembled;
  const again = new Set<string>();
  for (const { paymentId, srid } of payments) {
    const known = kept.get(paymentId);
    if (known) for (const id of repeatedIds(known, srid, assembled)) again.add(id);
  }
  if (again.size === 0) return chunk;
  return {
    ...chunk,
    settlements: chunk.settlements.filter(({ settlementId }) => !again.has(settlementId)),
    payments: chunk.payments.filter(({ paymentId }) => !again.has(paymentId)),
  };
}

/**
 * The ids of such movements of one payment. A charge of the back office counts while less was taken than is due, so that no passenger is asked
 * for it again. A refund of the back office always counts: several may have one reference of the bank.
 */
function repeatedIds(known: KnownPayment, srid: string, { chunk, told, standIns }: Assembled): string[] {
  const ids = new Set(known.movements.map(({ settlementId }) => settlementId));
  const forgotten = known.movements.filter(({ settlementId, approved }) => approved && !told.has(settlementId));
  let roomMinor = known.due_minor + newFaresMinor(known, srid, chunk.trips) - takenMinor(known.movements);
  const again: string[] = [];
  for (const movement of chunk.settlements) {
    const { settlementId, direction, amountMinor, approved } = movement;
    if (movement.srid !== srid || !approved || ids.has(settlementId)) continue;
    const isFurther = !standIns.has(settlementId) && (direction === 'credit' || amountMinor <= roomMinor);
    const at = isFurther ? -1 : forgotten.findIndex(isLike(movement));
    if (at !== -1) {
      forgotten.splice(at, 1);
      again.push(settlementId);
    } else if (direction === 'debit') roomMinor -= amountMinor;
  }
  return again;
}

function takenMinor(movements: readonly KnownMovement[]): number {
  const taken = movements.filter(({ direction, approved }) => direction === 'debit' && approved);
  return taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

function isLike({ direction, amountMinor, retrievalReference }: SettlementRecord): (known: KnownMovement) => boolean {
  return (known) =>
    retrievalReference !== null &&
    known.retrievalReference === retrievalReference &&
    known.direction === direction &&
    known.amountMinor === amountMinor;
}

function keepThem(
  { chunk, payments }: Pick<Assembled, 'chunk' | 'payments'>,
  kept: ReadonlyMap<string, KnownPayment>,
): Chunk {
  const sridOf = new Map(payments.map(({ paymentId, srid }) => [srid, kept.get(paymentId)?.srid ?? srid]));
  const renamed = <One extends { srid: string | null }>(all: readonly One[]): One[] =>
    all.map((one) => ({ ...one, srid: one.srid === null ? null : (sridOf.get(one.srid) ?? one.srid) }));
  return {
    ...chunk,
    taps: renamed(chunk.taps),
    trips: renamed(chunk.trips),
    payments: renamed(chunk.payments),
    settlements: renamed(chunk.settlements),
    authorisations: renamed(chunk.authorisations),
    chargebacks: renamed(chunk.chargebacks),
    paymentParts: chunk.paymentParts.map((part) => {
      const known = kept.get(part.paymentId);
      return known === undefined ? part : keptParts(part, known, chunk);
    }),
  };
}

function keptParts(part: PaymentPartsRecord, known: KnownPayment, chunk: Chunk): PaymentPartsRecord {
  const isEarlier = Date.parse(part.openedAt) < Date.parse(known.opened_at);
  return {
    ...part,
    ...newestOf(part, known),
    openedAt: isEarlier ? part.openedAt : known.opened_at,
    serviceDay: isEarlier ? part.serviceDay : known.service_day,
    closedAt: known.closed_at ?? part.closedAt,
    srid: known.srid,
    formerSrid: null,
    isProduct: known.reason === 'product',
    unpaidStatus: unpaidStatus(part, known),
    unwrittenMinor: unwritten(part, known, chunk),
  };
}

/** The version of a payment is that of its newest piece, which may be a forgotten one. */
function newestOf(
  { origin, line }: PaymentPartsRecord,
  known: KnownPayment,
): Pick<PaymentPartsRecord, 'origin' | 'line'> {
  const isKnownNewer = origin !== undefined && Date.parse(known.exported_at) > Date.parse(origin.exportedAt);
  if (!isKnownNewer) return { origin, line };
  return { origin: { fileId: known.file_id, exportedAt: known.exported_at }, line: known.line_number };
}

/** The later answer counts. The refusal of a recovery, or a correction of the bank's agreement, ends that agreement. */
function unpaidStatus({ unpaidStatus: told, answer }: PaymentPartsRecord, known: KnownPayment): PaymentStatus {
  if (known.status === 'none') return told;
  // It was paid, and now more is due.
  if (known.status === 'accepted') return answer === null ? 'pending' : told;
  if (answer === null) return known.status === 'open' ? told : known.status;
  const at = Date.parse(answer.at);
  if (known.answered_at !== null && at < Date.parse(known.answered_at)) return known.status;
  const isOfAgreement = known.agreed_at !== null && at <= Date.parse(known.agreed_at);
  return known.status === 'pending' && !isOfAgreement && !answer.endsAgreement ? 'pending' : told;
}

/**
 * The part of the amount due that its stored trips do not explain: the part so far, less the trips that come now, which may have
 * waited for their taps; or the credits that come now, if they are more. A fare that waits now may belong to a stored trip,
 * so it does not count yet.
 */
function unwritten(part: PaymentPartsRecord, known: KnownPayment, { trips }: Chunk): number {
  const newMinor = newFaresMinor(known, part.srid, trips);
  const beside = known.due_minor - known.fares_minor;
  const left = beside > 0 ? Math.max(0, beside - newMinor) : beside;
  return Math.min(left, part.unwrittenMinor < 0 ? part.unwrittenMinor : left);
}

/** What the trips cost that come now with this reference. */
function newFaresMinor(known: KnownPayment, reference: string, trips: readonly TripRecord[]): number {
  const written = new Set(known.trip_ids);
  const come = trips.filter(({ srid, tripId }) => srid === reference && !written.has(tripId));
  return come.reduce((sum, { fareMinor }) => sum + fareMinor, 0);
}
