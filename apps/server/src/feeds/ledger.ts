import type { Db } from '../lib/sql.ts';
import * as queries from './ledger.queries.ts';
import type { Counts } from './writer/counts.ts';

export interface KnownFile {
  refusal: string | null;
}

export interface NewFile {
  format: string;
  name: string;
  contentHash: Buffer;
  sizeBytes: number;
  exportedAt: string;
  /** The first row, for a format whose rows can be read again. */
  header?: string | undefined;
}

/** The earlier result for a file of this name and content; undefined for a new one. */
export async function findFile(db: Db, { format, name, contentHash }: NewFile): Promise<KnownFile | undefined> {
  const [known] = await queries.findFile(db, { format, name, contentHash });
  return known;
}

/** Enters a file and returns its id; `closeFile` adds the result in the same transaction. */
export async function insertFile(db: Db, file: NewFile, refusal: string | null = null): Promise<number> {
  const [row] = await queries.insertFile(db, { ...file, header: file.header ?? null, refusal });
  if (!row) throw new Error('a new file got no id');
  return row.file_id;
}

/** The result of a file; with a refusal only its rows are kept. */
export async function closeFile(
  db: Db,
  fileId: number,
  end: { counts: Counts; refusal: string | null },
): Promise<void> {
  await queries.closeFile(db, { fileId, ...end });
}
