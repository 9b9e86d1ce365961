import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Chunk } from '../canonical.ts';
import { exportTime } from '../export-time.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Importer } from '../importer.ts';
import { closeFile, findFile, insertFile, type NewFile } from '../ledger.queries.ts';
import { type FileReport, idleReport } from '../report.ts';
import { foreignEncoding } from '../text/foreign-encoding.ts';
import { readBytes } from '../text/read-bytes.ts';
import { readRows } from '../text/read-rows.ts';
import { BatchWriter } from '../writer/batch-writer.ts';
import { Counts } from '../writer/counts.ts';
import { type Recognised, recognise } from './entities.ts';
import { readEnghouse } from './read-file.ts';
import { RowContext } from './row-context.ts';

const format = 'enghouse';

/**
 * Imports one file in one transaction: its ledger entry, its raw rows, its quarantine and everything made of it appear
 * together or not at all. A file that was imported before has no effect.
 * @throws when the database or the disk fails; a file that cannot be used is a report, not an error.
 */
export async function importEnghouseFile(importer: Importer, file: string): Promise<FileReport> {
  const handle = await open(file, 'r');
  try {
    const { mtimeMs } = await handle.stat();
    const { months, ...print } = await fingerprint(handle);
    const name = path.basename(file);
    const entry: NewFile = { format, name, exportedAt: exportTime(file, mtimeMs), ...print };
    const recognised = foreignEncoding(await beginning(handle)) ?? recognise(await firstRow(handle));
    return await importer.exclusively(typeof recognised === 'string' ? [] : months, async () => {
      const known = await findFile(importer.client, entry);
      if (known?.refusal != null) return idleReport({ name, format, status: 'refused', reason: known.refusal });
      if (known) return idleReport({ name, format, status: 'unchanged' });
      if (typeof recognised !== 'string') return await writeFile(importer, handle, { entry, recognised, mtimeMs });
      const reason = entry.sizeBytes === 0 ? 'the file is empty' : recognised;
      await insertFile(importer.client, entry, reason);
      return idleReport({ name, format, status: 'refused', reason });
    });
  } finally {
    await handle.close();
  }
}

interface WriteTask {
  entry: NewFile;
  recognised: Recognised;
  mtimeMs: number;
}

async function writeFile(importer: Importer, handle: FileHandle, task: WriteTask): Promise<FileReport> {
  const { entry, recognised } = task;
  const fileId = await insertFile(importer.client, entry);
  const counts = new Counts();
  const context = new RowContext({ ...importer, exportedAt: entry.exportedAt });
  const writer = new BatchWriter(importer.client, { fileId, exportedAt: entry.exportedAt }, counts);
  const rows = await writeChunks(writer, readEnghouse(readBytes(handle), recognised, context), (chunk) =>
    counts.add(recognised.entity.kind, { quarantined: chunk.quarantined.length }),
  );
  await refuseIfChanged(handle, task);
  await closeFile(importer.client, fileId, counts);
  const { shown } = writer.quarantine;
  return { name: entry.name, format, status: 'imported', rows, counts, notes: context.notes, quarantined: shown };
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

/** What was read must be what was hashed: a file that is still being written is taken as a whole later. */
async function refuseIfChanged(handle: FileHandle, { entry, mtimeMs }: WriteTask): Promise<void> {
  const now = await handle.stat();
  if (now.size !== entry.sizeBytes || now.mtimeMs !== mtimeMs) throw new Error('the file changed while it was read');
}

async function beginning(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
  return buffer.subarray(0, bytesRead);
}

async function firstRow(handle: FileHandle): Promise<string> {
  for await (const rows of readRows(readBytes(handle, 1 << 14))) return rows[0]?.text ?? '';
  return '';
}
