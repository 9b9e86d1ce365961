import path from 'node:path';
import { readBytes } from '../delivered-files.ts';
import type { OpenedFile } from '../format.ts';
import { readTable, type Table } from './table.ts';

export const tableNames = ['stops', 'routes', 'translations', 'agency', 'feed_info'] as const;
export type TableName = (typeof tableNames)[number];
export type Tables = Partial<Record<TableName, Table>>;

/** Bytes of one table: the largest known has two million, and a table is held in memory while it is imported. */
const largestTable = 32 << 20;
/** Rows of one table: many short ones take more memory and time than few long ones. */
const mostRows: Readonly<Record<TableName, number>> = {
  stops: 300_000,
  routes: 300_000,
  translations: 300_000,
  agency: 5_000,
  feed_info: 100,
};

/** Reads the tables of a timetable; a text says which of them is too large to be one. */
export async function readTables(files: readonly OpenedFile[]): Promise<Tables | string> {
  const tooLarge = files.find(({ sizeBytes }) => sizeBytes > largestTable);
  if (tooLarge) return `${tooLarge.name} is larger than a table may be, ${largestTable >> 20} MB`;
  const tables: Tables = {};
  for (const { name, handle } of files) {
    const table = tableNames.find((one) => `${one}.txt` === path.basename(name).toLowerCase());
    if (!table) continue;
    const read = await readTable(readBytes(handle), mostRows[table]);
    if (!read) return `${name} has more rows than a table may have, ${mostRows[table]}`;
    tables[table] = read;
  }
  return tables;
}
