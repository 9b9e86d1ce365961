import { lines, stops } from './timetable.table.ts';
import { upsertStatements } from './upsert.queries.ts';

/** A newer or equal feed overwrites, an older one only adds. */
export const upsertStops = upsertStatements(stops);
export const upsertLines = upsertStatements(lines);
