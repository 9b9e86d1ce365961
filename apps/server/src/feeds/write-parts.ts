import type { Chunk } from './canonical.ts';
import type { Part } from './format.ts';
import type { Importer } from './importer.ts';
import { closeFile, insertFile, type NewFile } from './ledger.ts';
import { addUp, describeReasons, type FileReport } from './report.ts';
import { RowContext } from './row-context.ts';
import { Counts } from './writer/counts.ts';
import { shownRows } from './writer/kept-rows.ts';
import type { Provenance } from './writer/provenance.ts';

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
      await closeFile(client, partId, { counts: one.counts, refusal: null });
      written.push(namePart(one, part.name));
    }
  }
  return addUpWritten(written);
}

/** A row of a delivery of several tables is found by table and line. */
function namePart(written: Written, name: string): Written {
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
}

/** Writes what the rows of one table say. The staging tables are there and empty (`openStages`). */
export async function writeRows(importer: Importer, task: RowsTask): Promise<Written> {
  const { kind, isReplay } = task;
  const counts = new Counts();
  // A table without a row was delivered all the same.
  counts.add(kind, {});
  const context = new RowContext({ ...importer.facts, exportedAt: task.exportedAt });
  const writer = importer.writerOf({ provenance: task, counts, isReplay });
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
