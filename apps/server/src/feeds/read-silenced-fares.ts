import type { RawRow } from './canonical.ts';
import { formatNamed } from './formats.ts';
import type { Importer } from './importer.ts';
import { findKeptFile, listKeptLines } from './replay.queries.ts';
import { writeRows } from './write-parts.ts';

/**
 * Reads the kept rows of fares again whose trips have lost a text of their tap: if the fare itself has the text, the trip gets it back.
 * Call this at the end of a transaction. Trips that are assembled from pieces do not need it.
 */
export async function readSilencedFares(importer: Importer): Promise<void> {
  const { client } = importer;
  for (const { fileId, lines } of importer.takeSilencedFares()) {
    const [file] = await findKeptFile(client, { fileId });
    const reader = file?.header == null ? undefined : formatNamed(file.format)?.replay?.(file.header);
    if (!file || reader === undefined || typeof reader === 'string' || reader.kind === 'pieces') continue;
    const kept = await listKeptLines(client, { fileId, lines });
    const rows = once(kept.map(({ line_number: line, content }) => ({ line, text: content })));
    const exportedAt = new Date(file.exported_at).toISOString();
    const read: Parameters<typeof writeRows>[1]['read'] = (context) => reader.read(rows, context);
    await writeRows(importer, { fileId, exportedAt, isReplay: true, kind: reader.kind, read });
  }
}

async function* once(rows: RawRow[]): AsyncGenerator<RawRow[]> {
  if (rows.length > 0) yield rows;
}
