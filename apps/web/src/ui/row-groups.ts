import type { ReactNode } from 'react';

/** The heading that a group of rows shares. */
export type RowGroup = { readonly key: string; readonly heading: ReactNode };

type Grouped<Row> = { readonly key: string; readonly heading?: ReactNode; readonly rows: Row[] };

/** Joins rows that give the same key, groups and rows in the order they came. Without `groupOf` all rows are one group. */
export function rowGroups<Row>(rows: readonly Row[], groupOf: ((row: Row) => RowGroup) | undefined): Grouped<Row>[] {
  if (!groupOf) return [{ key: '', rows: [...rows] }];
  const groups = new Map<string, Grouped<Row>>();
  for (const row of rows) {
    const { key, heading } = groupOf(row);
    const known = groups.get(key);
    if (known) known.rows.push(row);
    else groups.set(key, { key, heading, rows: [row] });
  }
  return [...groups.values()];
}
