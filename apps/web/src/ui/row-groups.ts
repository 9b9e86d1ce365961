import type { ReactNode } from 'react';

/** What rows have in common that stand under one heading. */
export type RowGroup = { readonly key: string; readonly heading: ReactNode };

type Grouped<Row> = { readonly key: string; readonly heading?: ReactNode; readonly rows: Row[] };

/** Joins rows that follow each other and give the same key, in the order they came. Without it all are one group. */
export function rowGroups<Row>(rows: readonly Row[], groupOf: ((row: Row) => RowGroup) | undefined): Grouped<Row>[] {
  if (!groupOf) return [{ key: '', rows: [...rows] }];
  const groups: Grouped<Row>[] = [];
  for (const row of rows) {
    const { key, heading } = groupOf(row);
    const last = groups.at(-1);
    if (last?.key === key) last.rows.push(row);
    else groups.push({ key, heading, rows: [row] });
  }
  return groups;
}
