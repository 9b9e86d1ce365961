import type { FeedHealth } from './health.queries.ts';

const dayMs = 86_400_000;
/** A daily delivery may be a day late before somebody should look. */
const lateMs = 2 * dayMs;
/** One row in a hundred is more than typing errors. */
const highShare = 0.01;

/** What somebody should look into, in sentences; nothing when the feed is healthy. */
export function problemsOf(health: FeedHealth, now: Date): string[] {
  const { kinds, refusedFiles, waitingFares, quarantine } = health;
  const problems: string[] = [];
  if (kinds.length === 0) problems.push('nothing was ever imported');
  for (const { kind, newestExport, missingDays } of kinds) {
    if (now.getTime() - Date.parse(newestExport) > lateMs) problems.push(`the newest ${kind} are of ${newestExport}`);
    if (missingDays.length > 0) problems.push(`no ${kind} were exported on ${missingDays.join(', ')}`);
  }
  for (const { name, refusal } of refusedFiles) problems.push(`${name} was refused: ${refusal}`);
  const { count, oldestExport } = waitingFares;
  if (oldestExport !== null && now.getTime() - Date.parse(oldestExport) > lateMs) {
    problems.push(`${count} fares wait for their taps, the oldest since the export of ${oldestExport}`);
  }
  const share = quarantine.setAside / Math.max(quarantine.rows, 1);
  if (share > highShare) {
    problems.push(`${quarantine.setAside} of ${quarantine.rows} rows of the last seven days were set aside`);
  }
  return problems;
}
