import type { Assembler } from './assembler.ts';
import { type OpenedDelivery, refuseIfChanged } from './delivered-files.ts';
import type { Format, Part, Recognised } from './format.ts';
import { formatNamed } from './formats.ts';
import type { Importer } from './importer.ts';
import { keepKnownPayments } from './keep-known-payments.ts';
import { closeFile, insertFile, type NewFile } from './ledger.queries.ts';
import { findKeptFile, listKeptLines } from './replay.queries.ts';
import { addUp, Counts, describeReasons, type FileReport, type OnProgress } from './report.ts';
import { RowContext } from './row-context.ts';
import { openStages } from './writer/batch-writer.ts';
import type { Chunk, RawRow } from './writer/canonical.ts';
import { shownRows } from './writer/copy-rows.ts';
import type { Provenance } from './writer/feed-table.ts';
import { markOpenPieces, readChangedPieces } from './writer/pieces.ts';
import type { DeliveredRow } from './writer/taps.ts';

/** A delivery that can be read. */
export interface NewDelivery {
  readonly format: Format;
  readonly found: Recognised;
  readonly opened: OpenedDelivery;
  readonly entry: NewFile;
  readonly onProgress: OnProgress;
}

/** A delivery that this transaction has entered into the ledger. */
export interface EnteredFile extends NewDelivery {
  readonly fileId: number;
}

interface WrittenFile extends EnteredFile {
  readonly reason: string | undefined;
  readonly written: Written;
}

/**
 * Writes the deliveries that are entered, and once they are all read, what follows from them together.
 * @returns the reports of all, in their order.
 */
export async function writeDeliveries(
  importer: Importer,
  entered: readonly (FileReport | EnteredFile)[],
): Promise<FileReport[]> {
  const files: WrittenFile[] = [];
  const written: (FileReport | WrittenFile)[] = [];
  await openStages(importer.client);
  for (const one of entered) {
    if ('status' in one) written.push(one);
    else {
      const file = await writeRowsOf(importer, one);
      files.push(file);
      written.push(file);
    }
  }
  const last = files.at(-1);
  // What follows is counted with the last file.
  const together = last && (await writeFollowing(importer, last.format, { ...last.entry, fileId: last.fileId }));
  const reports: FileReport[] = [];
  for (const one of written)
    reports.push('status' in one ? one : await finish(importer, one, one === last && together));
  return reports;
}

async function writeRowsOf(importer: Importer, file: EnteredFile): Promise<WrittenFile> {
  const { entry, found, fileId, onProgress } = file;
  const { name, sizeBytes } = entry;
  const onRead = (readBytes: number) => onProgress({ name, readBytes, sizeBytes });
  const written = await writeParts(importer, found.parts, { fileId, entry, onRead });
  return { ...file, written, reason: refusalOf(written) };
}

async function finish(
  importer: Importer,
  file: WrittenFile,
  together: Written | false | undefined,
): Promise<FileReport> {
  const { entry, found, fileId, opened, reason } = file;
  const written = together ? addUpWritten([file.written, together]) : file.written;
  await closeFile(importer.client, { fileId: fileId, counts: written.counts, refusal: reason ?? null });
  await refuseIfChanged(opened);
  const notes = addUp([found.notes, written.notes]);
  const status = reason === undefined ? 'imported' : 'refused';
  return { name: entry.name, format: entry.format, status, reason, ...written, notes };
}

export type Written = Pick<FileReport, 'rows' | 'setAside' | 'counts' | 'notes' | 'quarantined' | 'reasons'>;

/** Why a delivery of which no row could be used is refused, its rows kept; undefined when one could. */
export function refusalOf({ rows, setAside, reasons }: Written): string | undefined {
  return rows > 0 && setAside === rows ? `no row could be used: ${describeReasons(reasons)}` : undefined;
}

interface PartsTask {
  /** The delivery's own entry in the ledger. */
  fileId: number;
  entry: NewFile;
  onRead: (bytes: number) => void;
}

/**
 * Writes the tables of a delivery, inside its transaction. A table with a name has an entry in the ledger beside the
 * delivery's, to which its rows and its quarantine belong.
 */
export async function writeParts(
  importer: Importer,
  parts: readonly Part[],
  { fileId, entry, onRead }: PartsTask,
): Promise<Written> {
  const written: Written[] = [];
  for (const part of parts) {
    const task = { exportedAt: entry.exportedAt, kind: part.kind };
    const read = (context: RowContext) => part.read(context, onRead);
    if (part.name === undefined) written.push(await writeRows(importer, { ...task, fileId, read }));
    else {
      const { client } = importer;
      const partId = await insertFile(client, { ...entry, name: `${entry.name}/${part.name}` });
      const one = await writeRows(importer, { ...task, fileId: partId, read });
      await closeFile(client, { fileId: partId, counts: one.counts, refusal: null });
      written.push(tellPart(one, part.name));
    }
  }
  return addUpWritten(written);
}

/** A row of a delivery of several tables is found by table and line. */
function tellPart(written: Written, name: string): Written {
  const quarantined = written.quarantined.map((row) => ({ ...row, detail: `${name}, ${row.detail}` }));
  return { ...written, quarantined };
}

/** What was written in several steps. */
export function addUpWritten(written: readonly Written[]): Written {
  const counts = new Counts();
  for (const one of written) counts.merge(one.counts);
  return {
    rows: written.reduce((sum, { rows }) => sum + rows, 0),
    setAside: written.reduce((sum, { setAside }) => sum + setAside, 0),
    counts,
    notes: addUp(written.map(({ notes }) => notes)),
    quarantined: written.flatMap(({ quarantined }) => quarantined).slice(0, shownRows),
    reasons: addUp(written.map(({ reasons }) => reasons)),
  };
}

export interface RowsTask extends Provenance {
  /** What rows are counted as that cannot be used. */
  kind: Part['kind'];
  read: (context: RowContext) => AsyncIterable<Chunk>;
  /** Whether the rows are stored already, so that their results count as those of the first import. */
  isReplay?: boolean;
  /** Whether these are only some rows of the file, which do not say whose a card is. */
  isExtract?: boolean;
}

/** Writes what the rows of one table say. The staging tables are there and empty (`openStages`). */
export async function writeRows(importer: Importer, task: RowsTask): Promise<Written> {
  const { kind, isReplay, isExtract } = task;
  const counts = new Counts();
  // A table without a row was delivered all the same.
  counts.add(kind, {});
  const context = new RowContext({ ...importer.facts, exportedAt: task.exportedAt });
  const writer = importer.writerOf({ provenance: task, counts, isReplay, isExtract });
  let rows = 0;
  try {
    for await (const chunk of task.read(context)) {
      rows += chunk.raw.length;
      if (chunk.quarantined.length > 0) counts.add(kind, { quarantined: chunk.quarantined.length });
      await writer.add(chunk);
    }
    await writer.close();
  } finally {
    await writer.waitUntilIdle();
  }
  const { size: setAside, shown, reasons } = writer.quarantine;
  return { rows, setAside, counts, notes: context.notes, quarantined: shown, reasons };
}

/** `fileId` is a file of the transaction, to which what follows is counted. */
export type FollowingTask = Provenance & Pick<RowsTask, 'isReplay'>;

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
  if (gathered.readAgain.length > 0) await readRowsAgain(importer, gathered.readAgain.splice(0));
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
  const written = await writeRows(importer, { ...task, kind: 'pieces', read });
  written.counts.add('pieces', { waiting });
  return written;
}

/**
 * Reads kept rows again: of fares whose trips have lost a text of their tap, and of payments that have lost their last tap. What the row says
 * itself counts then. Trips that are assembled from pieces do not need it.
 */
async function readRowsAgain(importer: Importer, again: readonly DeliveredRow[]): Promise<void> {
  const { client } = importer;
  for (const [fileId, delivered] of Map.groupBy(again, (row) => row.file_id)) {
    const lines = [...new Set(delivered.map((row) => row.line_number))];
    const [file] = await findKeptFile(client, { fileId });
    const reader = file?.header == null ? undefined : formatNamed(file.format)?.replay?.(file.header);
    if (!file || reader === undefined || typeof reader === 'string' || reader.kind === 'pieces') continue;
    const kept = await listKeptLines(client, { fileId, lines });
    const rows = once(kept.map(({ line_number: line, content }) => ({ line, text: content })));
    const exportedAt = new Date(file.exported_at).toISOString();
    const read: RowsTask['read'] = (context) => reader.read(rows, context);
    await writeRows(importer, { fileId, exportedAt, isReplay: true, isExtract: true, kind: reader.kind, read });
  }
}

async function* once(rows: RawRow[]): AsyncGenerator<RawRow[]> {
  if (rows.length > 0) yield rows;
}
