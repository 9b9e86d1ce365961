import path from 'node:path';
import { reasonOf } from '../lib/reason-of.ts';
import type { Db } from '../lib/sql.ts';
import * as queries from './refused-deliveries.queries.ts';
import type { FileReport } from './report.ts';

/** A delivery that lies in the inbox and needs an administrator, as the database keeps it. */
export interface RefusedDelivery {
  readonly place: string;
  readonly name: string;
  /** The end of a sentence that begins with the place. */
  readonly reason: string;
}

const isTriedAgain = 'it is tried again in every round';

/** A delivery at this place that this report tells of, with what is to be done. */
export function refusedDelivery(place: string, { name, status, reason = '' }: FileReport): RefusedDelivery {
  const next = status === 'failed' ? isTriedAgain : 'deliver it again or remove it from the inbox';
  // PostgreSQL keeps no text with this character.
  const readable = reason.replaceAll('\0', ' ');
  return { place: path.resolve(place), name, reason: `could not be imported: ${readable}; ${next}` };
}

/** A delivery that was read and could not be put into the archive: its files stay in the inbox, with the tokens that they name. */
export function unarchivedDelivery(place: string, { name }: FileReport, error: unknown): RefusedDelivery {
  const reason = `was read, but could not be put into the archive: ${reasonOf(error)}; ${isTriedAgain}`;
  return { place: path.resolve(place), name, reason };
}

/** Writes what lies in one inbox and needs an administrator, who sees it until it is imported and put away, or removed. */
export async function writeRefused(db: Db, inbox: string, refused: readonly RefusedDelivery[]): Promise<void> {
  // Two deliveries may lie in one folder.
  const all = [...new Map(refused.map((one) => [one.place, one])).values()];
  const places = all.map(({ place }) => place);
  await queries.forgetOthers(db, { inbox: path.resolve(inbox) + path.sep, places });
  const told = { names: all.map(({ name }) => name), reasons: all.map(({ reason }) => reason) };
  await queries.write(db, { places, ...told });
}
