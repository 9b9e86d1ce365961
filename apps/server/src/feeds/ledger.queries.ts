import { statement } from '../lib/sql.ts';
import { bigint, bytes, instant, jsonb, nullable, text } from '../lib/sql-types.ts';
import type { Counts } from './writer/counts.ts';

/** The earlier result for a file of this name and content. */
export const findFile = statement({
  name: 'feeds.ledger.find',
  values: { format: text, name: text, contentHash: bytes },
  row: { refusal: nullable(text) },
  text: `
    select refusal
    from feed_files
    where format = $format
      and name = $name
      and content_hash = $contentHash`,
});

export const insertFile = statement({
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

export const closeFile = statement({
  name: 'feeds.ledger.close',
  values: { fileId: bigint, counts: jsonb<Counts>(), refusal: nullable(text) },
  text: 'update feed_files set counts = $counts, refusal = $refusal where file_id = $fileId',
});
