import type { Db } from '../lib/sql.ts';
import * as queries from './replay.queries.ts';
import { longestRow } from './text/read-rows.ts';
import type { RawRow } from './writer/canonical.ts';

export interface KeptFile {
  fileId: number;
  format: string;
  name: string;
  exportedAt: string;
  /** Null where the file was imported before headers were kept. */
  header: string | null;
}

/** Lists the files of these formats whose rows are still kept, oldest export first. With `name`, lists only the files of that name. */
export async function listKeptFiles(db: Db, formats: readonly string[], name: string | undefined): Promise<KeptFile[]> {
  const rows = await queries.listKeptFiles(db, { formats, name: name ?? null });
  return rows.map(({ file_id: fileId, exported_at, ...file }) => ({
    ...file,
    fileId,
    exportedAt: new Date(exported_at).toISOString(),
  }));
}

const rowsAtOnce = 5000;

/** The rows of a file as they were delivered, some thousand at once. */
export async function* readKeptRows(db: Db, fileId: number): AsyncGenerator<RawRow[]> {
  let after = -1;
  for (;;) {
    const rows = await queries.listKeptRows(db, { fileId, after, limit: rowsAtOnce });
    const end = rows.at(-1);
    if (!end) return;
    after = end.line_number;
    yield rows.map(({ line_number: line, content: text }) =>
      text.length < longestRow ? { line, text } : { line, text, isCut: true },
    );
  }
}

/** Deletes the quarantine and the waiting fares of a file, because its rows are checked again. */
export async function forgetJudgements(db: Db, fileId: number): Promise<void> {
  await queries.forgetQuarantine(db, { fileId });
  await queries.forgetWaiting(db, { fileId });
}
