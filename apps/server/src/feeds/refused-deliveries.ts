import path from 'node:path';
import type { Db } from '../lib/sql.ts';
import * as queries from './refused-deliveries.queries.ts';
import type { FileReport } from './report.ts';

/** A delivery that could not be imported, as the database keeps it. */
export interface RefusedDelivery {
  readonly place: string;
  readonly name: string;
  readonly reason: string;
}

/** A delivery at this place that this report tells of, with what is to be done. */
export function refusedDelivery(place: string, { name, status, reason = '' }: FileReport): RefusedDelivery {
  const next =
    status === 'failed' ? 'it is tried again in every round' : 'deliver it again or remove it from the inbox';
  // PostgreSQL keeps no text with this character.
  return { place: path.resolve(place), name, reason: `${reason.replaceAll('\0', ' ')}; ${next}` };
}

/** Writes what lies in one inbox and could not be imported. An administrator sees it until it is imported or removed. */
export async function writeRefused(db: Db, inbox: string, refused: readonly RefusedDelivery[]): Promise<void> {
  // Two deliveries may lie in one folder.
  const all = [...new Map(refused.map((one) => [one.place, one])).values()];
  const places = all.map(({ place }) => place);
  await queries.forgetOthers(db, { inbox: path.resolve(inbox) + path.sep, places });
  const told = { names: all.map(({ name }) => name), reasons: all.map(({ reason }) => reason) };
  await queries.write(db, { places, ...told });
}
