import type pg from 'pg';
import type { RawRow } from './canonical.ts';
import { longestRow } from './text/read-rows.ts';

export interface KeptFile {
  fileId: number;
  name: string;
  exportedAt: string;
  /** Null where the file was imported before headers were kept. */
  header: string | null;
}

/** Enghouse files whose rows are still kept, oldest export first: the order in which they won over one another. */
export async function listKeptFiles(client: pg.ClientBase, name: string | undefined): Promise<KeptFile[]> {
  const { rows } = await client.query<{ file_id: string; name: string; exported_at: Date; header: string | null }>(
    `select file_id, name, exported_at, header
    from feed_files as file
    where format = 'enghouse'
      and ($1::text is null or name = $1)
      and exists (select from feed_rows where feed_rows.file_id = file.file_id)
    order by exported_at, file_id`,
    [name ?? null],
  );
  return rows.map((row) => ({
    fileId: Number(row.file_id),
    name: row.name,
    exportedAt: new Date(row.exported_at).toISOString(),
    header: row.header,
  }));
}

const rowsAtOnce = 5000;

/** The rows of a file as they were delivered, some thousand at once. */
export async function* readKeptRows(client: pg.ClientBase, fileId: number): AsyncGenerator<RawRow[]> {
  let last = -1;
  for (;;) {
    const { rows } = await client.query<{ line_number: number; content: string }>(
      `select line_number, content
      from feed_rows
      where file_id = $1
        and line_number > $2
      order by line_number
      limit $3`,
      [fileId, last, rowsAtOnce],
    );
    const end = rows.at(-1);
    if (!end) return;
    last = end.line_number;
    yield rows.map(({ line_number: line, content: text }) =>
      text.length < longestRow ? { line, text } : { line, text, isCut: true },
    );
  }
}

/** What was set aside of a file, and what waits, is judged anew. */
export async function forgetJudgements(client: pg.ClientBase, fileId: number): Promise<void> {
  await client.query('delete from feed_quarantine where file_id = $1', [fileId]);
  await client.query('delete from feed_waiting where file_id = $1', [fileId]);
}
