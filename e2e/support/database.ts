import pg from 'pg';
import type { JobName, MoneyJobName } from '../../apps/server/src/queue/catalogue.ts';
import type { RunningWorld } from './running-world.ts';

/** Changes in the database what no screen can change: times, and data of the operator's back office. Returns the number of rows. */
export async function inDatabase(world: RunningWorld, sql: string, values: unknown[]): Promise<number> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** The e-mail address of one of the city's people. @throws if the city has no person of this kind. */
export function emailOf(world: RunningWorld, kind: string): string {
  const person = world.people.find((candidate) => candidate.kind === kind);
  if (person === undefined) throw new Error(`nobody in the city is ${kind}`);
  return person.email;
}

/** Changes all sessions of a passenger as `set` says, or deletes them if `set` is missing. */
export async function changeSessions(world: RunningWorld, email: string, set?: string): Promise<number> {
  const whose = 'where passenger_id = (select passenger_id from passengers where email = $1)';
  const sql = set === undefined ? `delete from sessions ${whose}` : `update sessions set ${set} ${whose}`;
  return await inDatabase(world, sql, [email]);
}

/** Makes the city's worker run a recurring job now. @throws if the schedule does not have the job. */
export async function doRecurringJob(world: RunningWorld, job: JobName | MoneyJobName): Promise<void> {
  const asked = await inDatabase(
    world,
    `select graphile_worker.add_job(identifier, '{}') from graphile_worker._private_known_crontabs where identifier = $1`,
    [job],
  );
  if (asked !== 1) throw new Error(`the timetable of the city does not have ${job}`);
}
