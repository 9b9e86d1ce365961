/** Which delivery a record came with; decides between two versions of the same thing. */
export interface Provenance {
  fileId: number;
  exportedAt: string;
}

/**
 * One record per key, the highest line of each; what a higher line supersedes is only counted.
 * A chunk then meets its table with every key once, as the upserts need.
 */
export function latestByKey<R extends { line: number }>(records: readonly R[], keyOf: (record: R) => string): R[] {
  const latest = new Map<string, R>();
  for (const record of records) latest.set(keyOf(record), record);
  return latest.size === records.length ? [...records] : [...latest.values()];
}
