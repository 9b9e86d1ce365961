import { keysOf, tableOf } from '@tapfolio/domain/keys-of.ts';
import type pg from 'pg';
import { CopyText, copyBuffers } from '../../database/copy.ts';
import { countingStatement, type Db, statement, workStatement } from '../../lib/sql.ts';
import type { Counts, Kind } from '../report.ts';
import { authorisations, settlements, withdrawnAuthorisations, withdrawnSettlements } from './acquirer.table.ts';
import type { Delivered, DeliveredRecords } from './canonical.ts';
import { chargebacks, doubtfulChargebacks, leftChargebacks, possibleCharges } from './chargebacks.table.ts';
import { debts, taken } from './debts.table.ts';
import {
  copyText,
  definitionOf,
  deleteText,
  emptyingStatement,
  keepLatestText,
  sizeStatement,
  truncateText,
  type UpsertStatements,
} from './feed-table.sql.ts';
import { type DeliveredTable, type FeedTable, identityOf, lineOf, type Provenance } from './feed-table.ts';
import { found } from './found.table.ts';
import { describedMediaOfAccounts, media, mediaOfAccounts } from './media.table.ts';
import {
  firstTaps,
  partCharges,
  partFares,
  paymentOwners,
  paymentParts,
  payments,
  paymentWindows,
  references,
} from './payments.table.ts';
import { changedKeys, pieces, readKeys } from './pieces.table.ts';
import { products, salesPackages, withdrawnProducts } from './products.table.ts';
import { refundedPayments, refundedTrips } from './refunds.table.ts';
import { exits, leftPayments, taps } from './taps.table.ts';
import { lines, stops } from './timetable.table.ts';
import { boardedFares, fareExits, fares, trips, withdrawnTrips } from './trips.table.ts';

/*
 * The rows of a batch come into staging tables, and from there into their own tables: here is what all kinds of records have in common.
 */

/** How the rows of one kind come into their staging table, and which of several that are one and the same go out again. */
export interface Staging<Delivered> {
  table: DeliveredTable<Delivered>;
  copy: string;
  keepLatest: (db: Db) => Promise<number>;
}

function stagingOf<Delivered>(table: DeliveredTable<Delivered>): Staging<Delivered> {
  const keepLatest = countingStatement(`feeds.${table.name}.keepLatest`, keepLatestText(table));
  return { table, copy: copyText(table), keepLatest };
}

/** The staging table of each kind of records. */
const stagings: { readonly [Kind in keyof Delivered]: Staging<Delivered[Kind]> } = {
  taps: stagingOf(taps),
  trips: stagingOf(fares),
  payments: stagingOf(payments),
  settlements: stagingOf(settlements),
  authorisations: stagingOf(authorisations),
  products: stagingOf(products),
  salesPackages: stagingOf(salesPackages),
  stops: stagingOf(stops),
  lines: stagingOf(lines),
  pieces: stagingOf(pieces),
  paymentParts: stagingOf(paymentParts),
  paymentOwners: stagingOf(paymentOwners),
  chargebacks: stagingOf(chargebacks),
  withdrawnTrips: stagingOf(withdrawnTrips),
  withdrawnSettlements: stagingOf(withdrawnSettlements),
  withdrawnAuthorisations: stagingOf(withdrawnAuthorisations),
  withdrawnProducts: stagingOf(withdrawnProducts),
};

/** What statements find out for one another. */
const workTables: readonly FeedTable[] = [
  leftPayments,
  exits,
  boardedFares,
  fareExits,
  trips,
  paymentWindows,
  firstTaps,
  references,
  debts,
  taken,
  media,
  mediaOfAccounts,
  describedMediaOfAccounts,
  refundedPayments,
  refundedTrips,
  found,
  partFares,
  partCharges,
  possibleCharges,
  leftChargebacks,
];

const stages: readonly FeedTable[] = [...Object.values(stagings).map(({ table }) => table), ...workTables];

/** What must be read or decided again is gathered over the batches of a delivery. */
const keptStages: readonly FeedTable[] = [changedKeys, readKeys, doubtfulChargebacks];

const allStages = [...stages, ...keptStages];

/**
 * Temporary tables, one set per connection, emptied between batches and files. A batch is read from front to back, so
 * only what is looked up beside it has an index.
 */
export const createStages = allStages
  .map((table) => `create temp table if not exists ${definitionOf(table)}`)
  .join(';\n');

/**
 * Makes all of them if one is missing. It asks the database, because a transaction that is rolled back takes those with it that it made. To make
 * those that are missing takes four times as long where none is: the database answers with a notice for each.
 */
const createMissing = `do $$
  begin
    if to_regclass('pg_temp.${pieces.stage}') is null then
      execute $create$${createStages}$create$;
    end if;
  end $$`;

/** To be run after each batch. */
export const emptyStages = emptyingStatement('feeds.stages.empty', stages);

/** With what is kept over the batches of one file. */
const allNames = allStages.map(({ stage }) => stage);
const deleteAll = statement({ name: 'feeds.stages.deleteAll', text: deleteText(allNames) });
const truncateAll = workStatement('feeds.stages.truncateAll', truncateText(allNames));
const largestSize = sizeStatement('feeds.stages.largestSize', allStages);
/** Up to this size PostgreSQL plans for a staging table what it plans for an empty one. */
const smallBytes = 65_536;

/** Makes the staging tables of a transaction, empty: to be called once, before the first file is written. */
export async function openStages(client: pg.ClientBase): Promise<void> {
  await client.query(createMissing);
  const bytes = await largestSize(client);
  if (bytes > smallBytes) await truncateAll(client);
  else if (bytes > 0) await deleteAll(client);
}

/**
 * Rows of one staging table on their way: COPY's text as bytes, made while the database works on the rows before.
 * The rows themselves are garbage by then, so memory does not grow with what a row holds.
 */
export class StageRows<Delivered> {
  readonly #staging: Staging<Delivered>;
  readonly #provenance: Provenance;
  readonly #text = new CopyText();
  /** Numbers instead of the identities, which would keep alive the text of the file that they were cut from. */
  readonly #identities = new Set<number>();
  /** How many rows came, those of one identity included. */
  delivered = 0;

  constructor(staging: Staging<Delivered>, provenance: Provenance) {
    this.#staging = staging;
    this.#provenance = provenance;
  }

  addAll(records: readonly Delivered[]): void {
    const { table } = this.#staging;
    for (const record of records) {
      this.#identities.add(numberOf(identityOf(table, record, this.#provenance)));
      this.#text.add(lineOf(table, record, this.#provenance));
    }
    this.delivered += records.length;
  }

  /** Copies the rows into their staging table and returns how many it has then: of one identity the highest line. */
  async stage(client: pg.ClientBase): Promise<number> {
    const { copy, keepLatest } = this.#staging;
    await copyBuffers(client, copy, this.#text.take());
    // Two identities with one number only make us ask once for nothing.
    if (this.#identities.size === this.delivered) return this.delivered;
    return this.delivered - (await keepLatest(client));
  }
}

/** 32 bits of a text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

const kinds = keysOf(stagings);

/** The rows of each kind on their way. */
export type RowsByKind = { readonly [Kind in keyof Delivered]: StageRows<Delivered[Kind]> };

/** Rows of each kind, none so far. */
export function noRows(provenance: Provenance): RowsByKind {
  return tableOf(kinds.map((kind) => [kind, stageRows(kind, provenance)] as const));
}

function stageRows<Kind extends keyof Delivered>(kind: Kind, provenance: Provenance): StageRows<Delivered[Kind]> {
  return new StageRows(stagings[kind], provenance);
}

/** Adds the records of each kind. */
export function addRecords(rows: RowsByKind, records: DeliveredRecords): void {
  for (const kind of kinds) addOfKind(kind, rows, records);
}

function addOfKind<Kind extends keyof Delivered>(kind: Kind, rows: RowsByKind, records: DeliveredRecords): void {
  rows[kind].addAll(records[kind]);
}

/**
 * Updates the statistics of tables that PostgreSQL believes empty although this transaction has filled them. It believes so after a
 * cancelled import if autovacuum ran while the next one wrote; it would read such a table completely for every row of a batch.
 */
export const analyzeTakenForEmpty = statement({
  name: 'feeds.statistics.analyzeTakenForEmpty',
  text: 'select from analyze_taken_for_empty()',
});

export interface UpsertResult {
  inserted: number;
  updated: number;
}

/**
 * Runs an upsert over a staging table of `staged` rows; the later statements only when something was there before.
 * `compare` sees these rows before they are changed.
 */
export async function upsert(
  db: Db,
  statements: UpsertStatements,
  staged: number,
  compare: () => Promise<void> = async () => {},
): Promise<UpsertResult> {
  const inserted = await statements.insertNew(db);
  await analyzeTakenForEmpty(db);
  if (inserted === staged) return { inserted, updated: 0 };
  await compare();
  const updated = await statements.updateChanged(db);
  if (inserted + updated < staged) await statements.advanceUnchanged(db);
  return { inserted, updated };
}

/** What was taken away elsewhere to be inserted here is not new but changed. */
export function moveToUpdated({ inserted, updated }: UpsertResult, moved: number): UpsertResult {
  return { inserted: inserted - moved, updated: updated + moved };
}

/** Counts what was delivered: everything neither inserted nor updated is unchanged. */
export function countUpsert(counts: Counts, kind: Kind, delivered: number, { inserted, updated }: UpsertResult): void {
  counts.add(kind, { inserted, updated, unchanged: delivered - inserted - updated });
}

export interface UpsertTask<Delivered> {
  readonly kind: Kind;
  readonly statements: UpsertStatements;
  readonly rows: StageRows<Delivered>;
  readonly compare?: () => Promise<void>;
}

/** Stages delivered rows, writes what is new or has changed, and counts it. */
export async function upsertRows<Delivered>(
  client: pg.ClientBase,
  { kind, statements, rows, compare }: UpsertTask<Delivered>,
  counts: Counts,
): Promise<UpsertResult> {
  const result = await upsert(client, statements, await rows.stage(client), compare);
  countUpsert(counts, kind, rows.delivered, result);
  return result;
}
