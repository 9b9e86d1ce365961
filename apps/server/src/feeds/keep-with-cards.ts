import type { Db, ResultRow } from '../lib/sql.ts';
import type { Assembled } from './assembler.ts';
import type { RowContext } from './row-context.ts';
import type { Gathered } from './writer/batch-writer.ts';
import type { Chunk, TripRecord } from './writer/canonical.ts';
import { listFormerCards, listStaying } from './writer/card-moves.queries.ts';

type FormerCard = ResultRow<typeof listFormerCards>;

/**
 * Finds the payments that another card has so far, and lets those stay there that must not move: their money is written for that card. The
 * writer moves the others (`followCards`).
 * @returns what was assembled, each payment with the card whose rows tell what is known of it.
 */
export async function keepWithCards(
  db: Db,
  assembled: Assembled,
  { context, gathered }: { context: RowContext; gathered: Pick<Gathered, 'paymentsMove'> },
): Promise<Assembled> {
  const { chunk, payments } = assembled;
  if (payments.length === 0) return assembled;
  const former = await listFormerCards(db, {
    paymentIds: payments.map(({ paymentId }) => paymentId),
    mediumIds: payments.map(({ mediumId }) => mediumId),
  });
  if (former.length === 0) return assembled;
  const cards = new Map(former.map((one) => [one.payment_id, one.medium_id]));
  const staying = await stayingOf(db, former, chunk);
  gathered.paymentsMove ||= staying.size < cards.size;
  for (let left = staying.size; left > 0; left -= 1)
    context.note(
      'a payment stays with its card although a file names another one: it was paid or refunded through the portal, or the file is older',
    );
  return {
    ...assembled,
    chunk: staying.size === 0 ? chunk : withoutMove(assembled, staying),
    payments: payments.map((one) => ({ ...one, mediumId: cards.get(one.paymentId) ?? one.mediumId })),
  };
}

/** The cards that keep their payments, by these. */
async function stayingOf(db: Db, former: readonly FormerCard[], chunk: Chunk): Promise<Map<string, string>> {
  const exported = new Map(chunk.paymentParts.map(({ paymentId, origin }) => [paymentId, origin?.exportedAt]));
  const moving = former.flatMap((one) => {
    const exportedAt = exported.get(one.payment_id);
    return exportedAt === undefined ? [] : { ...one, exportedAt };
  });
  const rows = await listStaying(db, {
    paymentIds: moving.map(({ payment_id }) => payment_id),
    mediumIds: moving.map(({ medium_id }) => medium_id),
    exportedAts: moving.map(({ exportedAt }) => exportedAt),
  });
  const staying = new Set(rows.map(({ payment_id }) => payment_id));
  return new Map(former.filter((one) => staying.has(one.payment_id)).map((one) => [one.payment_id, one.medium_id]));
}

/**
 * What is said of the money of these payments, and of the card when the bank was asked for it, for the cards that keep them. What they are made of
 * otherwise stays as it is known. Trips and tickets of other cards are in no payment.
 */
function withoutMove({ chunk, payments }: Assembled, staying: ReadonlyMap<string, string>): Chunk {
  const cards = new Map<string, string>();
  const keepers = new Map<string, string>();
  for (const { paymentId, mediumId, srid } of payments) {
    const card = staying.get(paymentId);
    if (card === undefined) continue;
    cards.set(srid, card);
    keepers.set(mediumId, card);
  }
  const kept = <One extends { mediumId: string; srid?: string | null }>(all: readonly One[]): One[] =>
    all.map((one) => ({ ...one, mediumId: cards.get(one.srid ?? '') ?? one.mediumId }));
  const alsoThere = <One extends { mediumId: string }>(all: readonly One[]): One[] =>
    all.flatMap((one) => {
      const card = keepers.get(one.mediumId);
      return card === undefined ? one : [one, { ...one, mediumId: card }];
    });
  // The passenger of the other card has not paid them, and must not read a reference that opens the card which has.
  const withoutReference = <One extends { srid: string | null }>(one: One, mediumId: string | undefined): One => {
    const keeper = cards.get(one.srid ?? '');
    return keeper === undefined || keeper === mediumId ? one : { ...one, srid: null };
  };
  const tapCards = new Map(chunk.taps.map((tap) => [tap.tapId, tap.mediumId]));
  const cardOf = ({ boarding }: TripRecord) =>
    'mediumId' in boarding ? boarding.mediumId : tapCards.get(boarding.tapId);
  return {
    ...chunk,
    cards: kept(chunk.cards),
    taps: chunk.taps.map((tap) => withoutReference(tap, tap.mediumId)),
    trips: chunk.trips.map((trip) => withoutReference(trip, cardOf(trip))),
    products: chunk.products.map((product) => withoutReference(product, product.mediumId)),
    settlements: kept(chunk.settlements),
    authorisations: kept(chunk.authorisations),
    chargebacks: kept(chunk.chargebacks),
    payments: kept(chunk.payments),
    paymentParts: chunk.paymentParts.filter(({ paymentId }) => !staying.has(paymentId)),
    withdrawnSettlements: alsoThere(chunk.withdrawnSettlements),
    withdrawnAuthorisations: alsoThere(chunk.withdrawnAuthorisations),
  };
}
