import type { Chunk, RawRow } from '../canonical.ts';
import type { Importer } from '../importer.ts';
import { closeFile } from '../ledger.queries.ts';
import { describeReasons, type FileReport } from '../report.ts';
import { BatchWriter } from '../writer/batch-writer.ts';
import { Counts } from '../writer/counts.ts';
import type { Recognised } from './entities.ts';
import { readEnghouse } from './read-file.ts';
import { RowContext } from './row-context.ts';

/** The ledger's line of the file whose rows are written. */
export interface EnteredFile {
  fileId: number;
  name: string;
  exportedAt: string;
}

export interface RowSource {
  rows: AsyncIterable<RawRow[]>;
  recognised: Recognised;
  /** Whether the rows are kept already and stand for what they made before. */
  isReplay?: boolean;
}

/** Writes what the rows of a file say, inside its transaction. One of which no row can be used is refused, its rows kept. */
export async function writeRows(importer: Importer, file: EnteredFile, source: RowSource): Promise<FileReport> {
  const { client } = importer;
  const { recognised, isReplay } = source;
  const counts = new Counts();
  const context = new RowContext({ ...importer, exportedAt: file.exportedAt });
  const writer = new BatchWriter(client, { provenance: file, counts, months: importer.months(), isReplay });
  const rows = await writeChunks(writer, readEnghouse(source.rows, recognised, context), ({ quarantined }) => {
    if (quarantined.length > 0) counts.add(recognised.entity.kind, { quarantined: quarantined.length });
  });
  const { shown, reasons, size } = writer.quarantine;
  const reason = rows > 0 && size === rows ? `no row could be used: ${describeReasons(reasons)}` : undefined;
  await closeFile(client, file.fileId, counts, reason);
  const status = reason === undefined ? 'imported' : 'refused';
  const told = { notes: context.notes, quarantined: shown, reasons };
  return { name: file.name, format: 'enghouse', status, reason, rows, counts, ...told };
}

/** Writes chunk after chunk and returns how many rows there were. */
async function writeChunks(
  writer: BatchWriter,
  chunks: AsyncIterable<Chunk>,
  onChunk: (chunk: Chunk) => void,
): Promise<number> {
  let rows = 0;
  try {
    await writer.open();
    for await (const chunk of chunks) {
      rows += chunk.raw.length;
      onChunk(chunk);
      await writer.add(chunk);
    }
    await writer.close();
  } finally {
    await writer.settle();
  }
  return rows;
}
