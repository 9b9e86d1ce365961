import type { Assembler } from './assembler.ts';
import type { Format } from './format.ts';
import { formatNamed } from './formats.ts';
import type { Importer, RowsTask } from './importer.ts';
import { keepKnownPayments } from './keep-known-payments.ts';
import { keepWithCards } from './keep-with-cards.ts';
import { findKeptFile, listKeptLines } from './replay.queries.ts';
import { addUpWritten, type Written } from './report.ts';
import type { RowContext } from './row-context.ts';
import type { Chunk, DeliveredRow, RawRow } from './writer/canonical.ts';
import type { Provenance } from './writer/feed-table.ts';
import { markOpenPieces, notePiecesOfRows, readChangedPieces } from './writer/pieces.ts';

/** `fileId` is a file of the transaction, to which what follows is counted. */
export type FollowingTask = Provenance & Pick<RowsTask, 'isReplay' | 'forgotten'>;

type AssemblyTask = FollowingTask & Pick<RowsTask, 'isExtract'>;

/** What is made of pieces may be the last that a tap had to do with a payment, whose rows are then read again. */
const mostRounds = 3;

/**
 * Writes what follows from all rows that this transaction wrote: rows that are read again, and what pieces say together.
 * @returns what the pieces made; undefined when no piece came.
 */
export async function writeFollowing(
  importer: Importer,
  { assembler }: Pick<Format, 'assembler'>,
  task: FollowingTask,
): Promise<Written | undefined> {
  const { gathered } = importer;
  const made: Written[] = [];
  for (let round = 0; round < mostRounds && (gathered.readAgain.length > 0 || gathered.hasPieces); round += 1) {
    const again = gathered.readAgain.length > 0 && (await readRowsAgain(importer, gathered.readAgain.splice(0)));
    if (!assembler || !(gathered.hasPieces || again)) continue;
    gathered.hasPieces = false;
    made.push(await assemblePieces(importer, assembler, again ? { ...task, isReplay: true, isExtract: true } : task));
  }
  return made.length === 0 ? undefined : addUpWritten(made);
}

/** Writes what the pieces say that were changed in this transaction. */
async function assemblePieces(importer: Importer, assembler: Assembler, task: AssemblyTask): Promise<Written> {
  const { client, gathered } = importer;
  let waiting = 0;
  const read = async function* (context: RowContext): AsyncGenerator<Chunk> {
    for await (const changed of readChangedPieces(client)) {
      const assembled = assembler.assemble(changed, context);
      waiting += await markOpenPieces(client, changed.pieces, assembled.open);
      yield await keepKnownPayments(client, await keepWithCards(client, assembled, { context, gathered }));
    }
  };
  const written = await importer.writeRows({ ...task, kind: 'pieces', read });
  written.counts.add('pieces', { waiting });
  return written;
}

/**
 * Reads kept rows again: of fares whose trips have lost a text of their tap, and of payments that have lost their last tap. What the row says
 * itself counts then.
 * @returns whether any of them is a piece: what it makes with others is to be made again.
 */
async function readRowsAgain(importer: Importer, again: readonly DeliveredRow[]): Promise<boolean> {
  const { client } = importer;
  let arePieces = false;
  for (const [fileId, delivered] of Map.groupBy(again, (row) => row.file_id)) {
    const lines = [...new Set(delivered.map((row) => row.line_number))];
    const [file] = await findKeptFile(client, { fileId });
    const reader = file?.header == null ? undefined : formatNamed(file.format)?.replay?.(file.header);
    if (!file || reader === undefined || typeof reader === 'string') continue;
    if (reader.kind === 'pieces') {
      await notePiecesOfRows(client, fileId, lines);
      arePieces = true;
      continue;
    }
    const kept = await listKeptLines(client, { fileId, lines });
    const rows = once(kept.map(({ line_number: line, content }) => ({ line, text: content })));
    const exportedAt = new Date(file.exported_at).toISOString();
    const read: RowsTask['read'] = (context) => reader.read(rows, context);
    await importer.writeRows({ fileId, exportedAt, isReplay: true, isExtract: true, kind: reader.kind, read });
  }
  return arePieces;
}

async function* once(rows: RawRow[]): AsyncGenerator<RawRow[]> {
  if (rows.length > 0) yield rows;
}
