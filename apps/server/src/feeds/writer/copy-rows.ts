import { once } from 'node:events';
import { keysOf, tableOf } from '@tapfolio/domain/keys-of.ts';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Delivered, DeliveredRecords, QuarantinedRow, RawRow } from './canonical.ts';
import type { CopyValue, DeliveredTable, Provenance } from './feed-table.ts';
import { copyQuarantine, copyRawRows, insertQuarantined, type Staging, stagings } from './staging.queries.ts';

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;
}

/** One line of COPY's text format. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (index > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else line += typeof value === 'string' ? escaped(value) : String(value);
  }
  return `${line}\n`;
}

/** What identifies a record within its file. */
export function identityOf<Delivered>(
  { identity }: DeliveredTable<Delivered>,
  record: Delivered,
  provenance: Provenance,
): string {
  let text = '';
  for (const { read } of identity) text += read(record, provenance);
  return text;
}

/** The record's line of COPY's text format. */
export function lineOf<Delivered>(
  { copied }: DeliveredTable<Delivered>,
  record: Delivered,
  provenance: Provenance,
): string {
  const values: CopyValue[] = [];
  for (const { read } of copied) values.push(read(record, provenance));
  return copyLine(values);
}

/** Characters per buffer: large enough to be cheap, small enough that other work gets its turn between two. */
const bufferCharacters = 1 << 16;

/** Gathers lines of COPY's text format as bytes: outside the heap, where they cost the collector nothing. */
export class CopyText {
  #buffers: Buffer[] = [];
  #text = '';

  add(line: string): void {
    this.#text += line;
    if (this.#text.length >= bufferCharacters) this.#close();
  }

  /** Hands over the gathered rows and starts again with none. */
  take(): Buffer[] {
    if (this.#text !== '') this.#close();
    const buffers = this.#buffers;
    this.#buffers = [];
    return buffers;
  }

  #close(): void {
    this.#buffers.push(Buffer.from(this.#text));
    this.#text = '';
  }
}

/**
 * Sends text through COPY. `statement` is the whole `copy … from stdin`. Backpressure is respected, so a slow database
 * never fills our memory.
 */
export async function copyBuffers(client: pg.ClientBase, statement: string, buffers: readonly Buffer[]): Promise<void> {
  if (buffers.length === 0) return;
  const stream = client.query(copyFrom(statement));
  const finished = once(stream, 'finish');
  // Awaited below; until then a refusal must not count as unhandled.
  finished.catch(() => {});
  for (const buffer of buffers) {
    if (!stream.write(buffer)) await Promise.race([once(stream, 'drain'), finished]);
  }
  stream.end();
  await finished;
}

/** The same for rows in memory; `lineOf` returns one line of text format. */
export async function copyRows<Row>(
  client: pg.ClientBase,
  statement: string,
  rows: readonly Row[],
  lineOf: (row: Row) => string,
): Promise<void> {
  const text = new CopyText();
  for (const row of rows) text.add(lineOf(row));
  await copyBuffers(client, statement, text.take());
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

/** A row as it was in its file, before it is stored. */
export function rawLine(fileId: number, { line, text }: RawRow): string {
  return copyLine([fileId, line, text]);
}

/** Keeps rows in their original form. */
export async function writeRawRows(client: pg.ClientBase, rows: CopyText): Promise<void> {
  await copyBuffers(client, copyRawRows, rows.take());
}

/** Rows shown in a report; all of them are in the table. */
export const shownRows = 20;

interface StagedRow {
  file_id: number;
  line_number: number;
}

/** Sets rows of one file aside with their reason; the file is loaded without them. */
export class Quarantine {
  readonly #client: pg.ClientBase;
  readonly #fileId: number;
  /** The first rows that were set aside. */
  readonly shown: QuarantinedRow[] = [];
  /** How many rows were set aside for each reason. */
  readonly reasons = new Map<string, number>();
  /** How many rows of the file itself were set aside. */
  size = 0;

  constructor(client: pg.ClientBase, fileId: number) {
    this.#client = client;
    this.#fileId = fileId;
  }

  /** Sets rows aside that were read. */
  async add(rows: readonly QuarantinedRow[]): Promise<void> {
    this.size += rows.length;
    this.#tell(rows);
    await copyRows(this.#client, copyQuarantine, rows, (row) =>
      copyLine([this.#fileId, row.line, row.reason, row.detail]),
    );
  }

  /** Sets staged rows aside. They may be rows of other files: trips that an earlier file made, or pieces. They may be set aside again. */
  async addStaged(rows: readonly StagedRow[], reason: string): Promise<void> {
    if (rows.length === 0) return;
    const isOwn = ({ file_id: fileId }: StagedRow) => fileId === this.#fileId;
    this.size += rows.filter(isOwn).length;
    this.#tell(
      rows.map((row) => ({ line: row.line_number, reason, detail: isOwn(row) ? null : 'a line of another file' })),
    );
    const [files, lines] = [rows.map(({ file_id }) => file_id), rows.map(({ line_number }) => line_number)];
    await insertQuarantined(this.#client, { files, lines, reason });
  }

  #tell(rows: readonly QuarantinedRow[]): void {
    for (const { reason } of rows) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.shown.push(...rows.slice(0, shownRows - this.shown.length));
  }
}
