import type { Assembler } from './assembler.ts';
import type { Format } from './format.ts';
import { formatNamed } from './formats.ts';
import type { Importer, RowsTask } from './importer.ts';
import { keepKnownPayments } from './keep-known-payments.ts';
import { findKeptFile, listKeptLines } from './replay.queries.ts';
import type { Written } from './report.ts';
import type { RowContext } from './row-context.ts';
import type { Chunk, RawRow } from './writer/canonical.ts';
import type { Provenance } from './writer/feed-table.ts';
import { markOpenPieces, readChangedPieces } from './writer/pieces.ts';
import type { FareRow } from './writer/taps.ts';

/** `fileId` is a file of the transaction, to which what follows is counted. */
export type FollowingTask = Provenance & Pick<RowsTask, 'isReplay'>;

/**
 * Writes what follows from all rows that this transaction wrote: fares that are read again, and what pieces say together.
 * @returns what the pieces made; undefined when no piece came.
 */
export async function writeFollowing(
  importer: Importer,
  { assembler }: Pick<Format, 'assembler'>,
  task: FollowingTask,
): Promise<Written | undefined> {
  const { gathered } = importer;
  if (gathered.silenced.length > 0) await readSilencedFares(importer, gathered.silenced.splice(0));
  return assembler && gathered.hasPieces ? await assemblePieces(importer, assembler, task) : undefined;
}

/** Writes what the pieces say that were changed in this transaction. */
async function assemblePieces(importer: Importer, assembler: Assembler, task: FollowingTask): Promise<Written> {
  const { client } = importer;
  let waiting = 0;
  const read = async function* (context: RowContext): AsyncGenerator<Chunk> {
    for await (const changed of readChangedPieces(client)) {
      const assembled = assembler.assemble(changed, context);
      waiting += await markOpenPieces(client, changed.pieces, assembled.open);
      yield await keepKnownPayments(client, assembled);
    }
  };
  const written = await importer.writeRows({ ...task, kind: 'pieces', read });
  written.counts.add('pieces', { waiting });
  return written;
}

/**
 * Reads the kept rows of fares again whose trips have lost a text of their tap: if the fare itself has the text, the trip gets it back.
 * Trips that are assembled from pieces do not need it.
 */
async function readSilencedFares(importer: Importer, silenced: readonly FareRow[]): Promise<void> {
  const { client } = importer;
  for (const [fileId, fares] of Map.groupBy(silenced, (fare) => fare.file_id)) {
    const lines = [...new Set(fares.map((fare) => fare.line_number))];
    const [file] = await findKeptFile(client, { fileId });
    const reader = file?.header == null ? undefined : formatNamed(file.format)?.replay?.(file.header);
    if (!file || reader === undefined || typeof reader === 'string' || reader.kind === 'pieces') continue;
    const kept = await listKeptLines(client, { fileId, lines });
    const rows = once(kept.map(({ line_number: line, content }) => ({ line, text: content })));
    const exportedAt = new Date(file.exported_at).toISOString();
    const read: RowsTask['read'] = (context) => reader.read(rows, context);
    await importer.writeRows({ fileId, exportedAt, isReplay: true, kind: reader.kind, read });
  }
}

async function* once(rows: RawRow[]): AsyncGenerator<RawRow[]> {
  if (rows.length > 0) yield rows;
}
