import type pg from 'pg';
import type { Counts } from './writer/counts.ts';

/** Any fixed number will do: whoever holds it is the one importer that writes. */
const importerLock = 5_420_117_342;

export interface KnownFile {
  refusal: string | null;
}

export interface NewFile {
  format: string;
  name: string;
  contentHash: Buffer;
  sizeBytes: number;
  exportedAt: string;
  /** The first row, for a format whose rows can be replayed. */
  header?: string | undefined;
}

/** The longest time limit there is: another importer may be at a file of hours. */
const noLimitMs = 2 ** 31 - 1;

/** Waits until no other importer writes. Held by the connection, so that a killed process lets go of it. */
export async function lockImporter(client: pg.ClientBase): Promise<void> {
  const patiently = { text: 'select pg_advisory_lock($1)', values: [importerLock], query_timeout: noLimitMs };
  await client.query(patiently);
}

/** Lets the next importer write. */
export async function unlockImporter(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [importerLock]);
}

/** What became of a file of this name and content when it came before; undefined for a new one. */
export async function findFile(client: pg.ClientBase, file: NewFile): Promise<KnownFile | undefined> {
  const { rows } = await client.query<KnownFile>(
    `select refusal
    from feed_files
    where format = $1
      and name = $2
      and content_hash = $3`,
    [file.format, file.name, file.contentHash],
  );
  return rows[0];
}

/** Enters the file and returns its id; what became of it is filled in by `closeFile` in the same transaction. */
export async function insertFile(client: pg.ClientBase, file: NewFile, refusal: string | null = null): Promise<number> {
  const { rows } = await client.query<{ file_id: number }>(
    `insert into feed_files (format, name, content_hash, size_bytes, exported_at, counts, refusal, header)
    values ($1, $2, $3, $4, $5, '{}', $6, $7)
    returning file_id`,
    [file.format, file.name, file.contentHash, file.sizeBytes, file.exportedAt, refusal, file.header ?? null],
  );
  return Number(rows[0]?.file_id);
}

/** What became of a file; with a refusal its rows are kept, and nothing else was made of them. */
export async function closeFile(
  client: pg.ClientBase,
  fileId: number,
  counts: Counts,
  refusal: string | null = null,
): Promise<void> {
  const values = [fileId, JSON.stringify(counts), refusal];
  await client.query('update feed_files set counts = $2, refusal = $3 where file_id = $1', values);
}
