import { statement } from '../../lib/sql.ts';

export const analyzeGrownMonths = statement({
  name: 'feeds.statistics.analyzeGrownMonths',
  text: 'select from analyze_grown_months()',
});

/**
 * Updates the statistics of tables that PostgreSQL believes empty although this transaction has filled them. It believes so after a
 * cancelled import if autovacuum ran while the next one wrote; it would read such a table completely for every row of a batch.
 */
export const analyzeTakenForEmpty = statement({
  name: 'feeds.statistics.analyzeTakenForEmpty',
  text: 'select from analyze_taken_for_empty()',
});

/** The same for a cluster, before a transaction begins: its nodes cannot count rows of an open transaction. */
export const vacuumLeftShards = statement({
  name: 'feeds.statistics.vacuumLeftShards',
  text: 'select from vacuum_left_shards()',
});
