import type { ReactNode } from 'react';

/** The heading that a group of rows shares. */
export type RowGroup = {
  readonly key: string;
  readonly heading: ReactNode;
  /** How many rows it has, or another fact about them. */
  readonly note?: ReactNode;
  /** The sum of its rows. */
  readonly sum?: ReactNode;
};

type Grouped<Row> = Partial<RowGroup> & { readonly key: string; readonly rows: Row[] };

/** Joins rows with the same key, groups and rows in their original order. Without `groupOf` all rows are one group. */
export function rowGroups<Row>(rows: readonly Row[], groupOf: ((row: Row) => RowGroup) | undefined): Grouped<Row>[] {
  if (!groupOf) return [{ key: '', rows: [...rows] }];
  const groups = new Map<string, Grouped<Row>>();
  for (const row of rows) {
    const group = groupOf(row);
    const known = groups.get(group.key);
    if (known) known.rows.push(row);
    else groups.set(group.key, { ...group, rows: [row] });
  }
  return [...groups.values()];
}
