import { type Db, statement } from '../lib/sql.ts';
import { bigint, bytes, instant, jsonb, nullable, text } from '../lib/sql-types.ts';
import type { Counts } from './report.ts';

export interface NewFile {
  format: string;
  name: string;
  contentHash: Buffer;
  sizeBytes: number;
  exportedAt: string;
  /** The first row, for a format whose rows can be read again. */
  header?: string | undefined;
}

/**
 * What became of a file of this name and content when it came before. A file without a date in its name may say again what it said
 * before a file of the same name said something else: then it is new.
 */
export const findFile = statement({
  name: 'feeds.ledger.find',
  values: { format: text, name: text, contentHash: bytes, exportedAt: instant },
  row: { refusal: nullable(text) },
  text: `
    select refusal
    from feed_files as known
    where format = $format
      and name = $name
      and content_hash = $contentHash
      and not exists (
        select from feed_files as later
        where later.format = known.format
          and later.name = known.name
          and later.content_hash <> known.content_hash
          and later.refusal is null
          and later.exported_at > known.exported_at
          and later.exported_at < $exportedAt
      )
    limit 1`,
});

const insertRow = statement({
  name: 'feeds.ledger.insert',
  values: {
    format: text,
    name: text,
    contentHash: bytes,
    sizeBytes: bigint,
    exportedAt: instant,
    refusal: nullable(text),
    header: nullable(text),
  },
  row: { file_id: bigint },
  text: `
    insert into feed_files (format, name, content_hash, size_bytes, exported_at, counts, refusal, header)
    values ($format, $name, $contentHash, $sizeBytes, $exportedAt, '{}', $refusal, $header)
    returning file_id`,
});

/** Notes what became of a file; with a refusal its rows are kept, and nothing else was made of them. */
export const closeFile = statement({
  name: 'feeds.ledger.close',
  values: { fileId: bigint, counts: jsonb<Counts>(), refusal: nullable(text) },
  text: 'update feed_files set counts = $counts, refusal = $refusal where file_id = $fileId',
});

/** Enters a file and returns its id; `closeFile` adds the result in the same transaction. */
export async function insertFile(db: Db, file: NewFile, refusal: string | null = null): Promise<number> {
  const [row] = await insertRow(db, { ...file, header: file.header ?? null, refusal });
  if (!row) throw new Error('a new file got no id');
  return row.file_id;
}
