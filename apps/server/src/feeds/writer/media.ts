import type pg from 'pg';
import { copyRows } from '../../database/copy.ts';
import { earlierOf, isBefore } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import type { Chunk } from './canonical.ts';
import { lineOf, type Provenance, type Sourced } from './feed-table.ts';
import * as queries from './media.queries.ts';
import { media, type Sighting } from './media.table.ts';
import * as replacements from './replacements.queries.ts';

/** What any row may say of a card, each with when it was said; what a row does not say is kept from others. */
const facts = [
  ['scheme', 'schemeSaidAt'],
  ['mediumType', 'mediumTypeSaidAt'],
  ['lastFour', 'lastFourSaidAt'],
] as const;

type Seen = Pick<Sighting, 'mediumId' | 'operatorCode'> &
  Partial<Pick<Sighting, (typeof facts)[number][0] | 'accountId' | 'status' | 'statusAt' | 'successorId'>> &
  Pick<Sourced, 'origin'>;

/** Nothing but the card and its operator. */
const nothingSaid = {
  scheme: null,
  schemeSaidAt: null,
  mediumType: null,
  mediumTypeSaidAt: null,
  lastFour: null,
  lastFourSaidAt: null,
  status: null,
  statusAt: null,
  statusSaidAt: null,
  accountId: null,
  successorId: null,
  tellsSuccessor: false,
} satisfies Partial<Sighting>;

/** Cards remembered before they are written: some 25 MB. */
const mostSightings = 100_000;

/**
 * Keeps `media` up to date. What a file says of a card is gathered and written once: written with every chunk it was a
 * seventh of the whole import. First and last sight are kept to the day (UTC), so that files in any order give
 * the same row.
 */
export class MediaWriter {
  readonly #client: pg.ClientBase;
  readonly #provenance: Provenance;
  readonly #correctsOperators: boolean;
  readonly #sightings = new Map<string, Sighting>();

  constructor(client: pg.ClientBase, provenance: Provenance, correctsOperators: boolean) {
    this.#client = client;
    this.#provenance = provenance;
    this.#correctsOperators = correctsOperators;
  }

  see(chunk: Chunk): void {
    for (const tap of chunk.taps) this.#seeOne(tap, tap.tappedAt);
    for (const { mediumId, operatorCode, openedAt } of chunk.payments)
      this.#seeOne({ mediumId, operatorCode }, openedAt);
    for (const { mediumId, operatorCode, openedAt } of chunk.paymentParts)
      this.#seeOne({ mediumId, operatorCode }, openedAt);
    for (const { boarding, operatorCode } of chunk.trips) {
      if ('mediumId' in boarding) this.#seeOne({ mediumId: boarding.mediumId, operatorCode }, boarding.startedAt);
    }
    for (const { mediumId, operatorCode, validFrom } of chunk.products)
      this.#seeOne({ mediumId, operatorCode }, this.#beginOf(validFrom));
    for (const { mediumId, operatorCode, soldAt } of chunk.salesPackages)
      this.#seeOne({ mediumId, operatorCode }, soldAt);
    for (const card of chunk.cards) this.#seeOne(card, null);
    for (const settlement of chunk.settlements) this.#seeOne(settlement, settlement.requestedAt);
    for (const authorisation of chunk.authorisations) this.#seeOne(authorisation, authorisation.requestedAt);
  }

  /** Writes what was gathered, once it is much. */
  async flushIfFull(): Promise<void> {
    if (this.#sightings.size >= mostSightings) await this.flush();
  }

  async flush(): Promise<void> {
    const sightings = [...this.#sightings.values()];
    if (sightings.length === 0) return;
    // More may be seen while these are written.
    this.#sightings.clear();
    const provenance = this.#provenance;
    await copyRows(this.#client, queries.copyMedia, sightings, (one) => lineOf(media, one, provenance));
    await queries.upsertMedia(this.#client);
    await queries.reviveMedia(this.#client);
    if (this.#correctsOperators) await queries.correctOperators(this.#client);
    await writeReplacements(this.#client, sightings);
    await queries.emptyMedia(this.#client);
  }

  /**
   * A ticket was on the card when it began, and not later than it was delivered. Each new delivery of a ticket that is still good must
   * not make a card one that is in use: the bank may have replaced it since.
   */
  #beginOf(validFrom: string): string {
    const { exportedAt } = this.#provenance;
    return earlierOf(validFrom, exportedAt);
  }

  #seeOne(seen: Seen, at: string | null): void {
    const { mediumId, operatorCode } = seen;
    const { exportedAt } = this.#provenance;
    const saidAt = seen.origin?.exportedAt ?? exportedAt;
    const seenAt = `${(at ?? saidAt).slice(0, 10)}T00:00:00Z`;
    const known = this.#sightings.get(mediumId) ?? {
      ...{ mediumId, operatorCode, exportedAt, firstSeenAt: seenAt, lastSeenAt: seenAt },
      ...nothingSaid,
    };
    this.#sightings.set(mediumId, known);
    if (seenAt < known.firstSeenAt) known.firstSeenAt = seenAt;
    if (seenAt > known.lastSeenAt) known.lastSeenAt = seenAt;
    for (const [fact, factSaidAt] of facts) {
      const said = seen[fact];
      const before = known[factSaidAt];
      // Nearly all rows of a card say the same of it.
      if (!said || (said === known[fact] && saidAt === before)) continue;
      if (before !== null && isBefore(saidAt, before)) continue;
      Object.assign(known, { [fact]: said, [factSaidAt]: saidAt });
    }
    known.accountId = seen.accountId ?? known.accountId;
    if (seen.successorId !== undefined) {
      known.successorId = seen.successorId;
      known.tellsSuccessor = true;
    }
    if (seen.status)
      tellStatus(known, { status: seen.status, statusAt: seen.statusAt ?? saidAt, statusSaidAt: saidAt });
  }
}

type SaidStatus = { readonly [Name in 'status' | 'statusAt' | 'statusSaidAt']: NonNullable<Sighting[Name]> };

/** The later status counts, and of two for one time that of the newer export. */
function tellStatus(known: Sighting, said: SaidStatus): void {
  const { statusAt, statusSaidAt } = known;
  if (statusAt !== null && isBefore(said.statusAt, statusAt)) return;
  const isOfOneTime = statusAt !== null && !isBefore(statusAt, said.statusAt);
  if (isOfOneTime && isBefore(said.statusSaidAt, statusSaidAt ?? said.statusSaidAt)) return;
  Object.assign(known, said);
}

/**
 * Notes which medium came after which: by the payment account that both draw on, or as the operator says. Reads
 * `stage_media`, which is written. Whether a medium is offered as the successor is judged when it is read: both may be in use.
 */
async function writeReplacements(db: Db, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.some(({ accountId }) => accountId !== null) && (await replacements.insertAccounts(db)) > 0) {
    await replacements.stageMediaOfAccounts(db);
    await replacements.describeMediaOfAccounts(db);
    await replacements.insertMediaOfAccounts(db);
    await replacements.emptyMediaOfAccounts(db);
  }
  if (sightings.some(({ tellsSuccessor }) => tellsSuccessor)) await replacements.insertDelivered(db);
}
