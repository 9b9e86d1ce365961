import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewFile } from '../ledger.queries.ts';
import { openOrdinary } from '../open-file.ts';
import { RefusedFile } from '../refused-file.ts';
import { foreignEncoding } from '../text/foreign-encoding.ts';
import { readBytes } from '../text/read-bytes.ts';
import { readTable, type Table } from './table.ts';

export const tableNames = ['stops', 'routes', 'translations', 'agency', 'feed_info'] as const;
export type TableName = (typeof tableNames)[number];
export type Tables = Partial<Record<TableName, Table>>;

/** Bytes of one table: the largest known has two million, and a table is held in memory while it is imported. */
const largestTable = 32 << 20;

export interface ReadTables extends Pick<NewFile, 'contentHash' | 'sizeBytes'> {
  tables: Tables;
  /** When the newest of them was written. */
  modifiedMs: number;
  /** Why one of the tables cannot be text. */
  foreign: string | undefined;
}

/**
 * Reads the tables of a folder that are of use. What is called like one and is no ordinary file is none.
 * @throws RefusedFile when a table is too large to be one.
 */
export async function readTables(folder: string, wanted: readonly TableName[]): Promise<ReadTables> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = new Map(
    entries.filter((entry) => entry.isFile()).map((entry) => [entry.name.toLowerCase(), entry.name]),
  );
  const hash = createHash('sha256');
  const read: Omit<ReadTables, 'contentHash'> = { tables: {}, sizeBytes: 0, modifiedMs: 0, foreign: undefined };
  for (const name of wanted) {
    const file = found.get(`${name}.txt`);
    if (file === undefined) continue;
    const handle = await openOrdinary(path.join(folder, file));
    try {
      await addTable(read, name, handle, hash.update(name));
    } finally {
      await handle.close();
    }
  }
  return { ...read, contentHash: hash.digest() };
}

async function addTable(
  read: Omit<ReadTables, 'contentHash'>,
  name: TableName,
  handle: FileHandle,
  hash: Hash,
): Promise<void> {
  const { mtimeMs } = await handle.stat();
  let beginning: Buffer | undefined;
  let size = 0;
  async function* source() {
    for await (const bytes of readBytes(handle)) {
      size += bytes.length;
      if (size > largestTable)
        throw new RefusedFile(`${name}.txt is larger than a table may be, ${largestTable >> 20} MB`);
      beginning ??= Buffer.from(bytes.subarray(0, 8));
      hash.update(bytes);
      yield bytes;
    }
  }
  read.tables[name] = await readTable(source());
  read.sizeBytes += size;
  read.modifiedMs = Math.max(read.modifiedMs, mtimeMs);
  const problem = beginning && foreignEncoding(beginning);
  read.foreign ??= problem && `${name}.txt: ${problem}`;
}
