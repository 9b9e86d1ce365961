import { upsertStatements } from './feed-table.sql.ts';
import { lines, stops } from './timetable.table.ts';

/** A newer or equal feed overwrites, an older one only adds. */
export const upsertStops = upsertStatements(stops);
export const upsertLines = upsertStatements(lines);
