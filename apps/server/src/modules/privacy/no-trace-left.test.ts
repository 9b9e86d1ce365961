import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../../test/build-app.ts';
import { goodPassword } from '../../../test/factories/credentials.ts';
import { buildMarkedPerson } from '../../../test/factories/marked-person.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { buildApp } from '../../app.ts';
import { tablesToExport } from '../../database/tables/declared-tables.ts';
import { keyedHash } from '../../lib/hashing.ts';
import { createLogger } from '../../lib/logger.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { workerRole } from '../../roles/worker.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';

const mailServer = await startMailServer();
const mail = { ...testConfig().mail, port: mailServer.port };
const { context, pool } = await createTestApp([authRole], { config: { mail } });
const logLines: string[] = [];
const logger = createLogger({ production: true }, { write: (line: string) => void logLines.push(line) });
const app = await buildApp(context, [authRole, portalRole], logger);
afterAll(() => app.close());

const marker = 'zyxmarkzyx';

/** Every row of every table in any schema, as text; bytes are searched in hex as well. */
async function searchDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`,
  );
  const patterns = texts.flatMap((text) => [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`]);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query(`select r::text as row from ${name} r where r::text ilike any ($1)`, [
        patterns,
      ]);
      return rows.map(({ row }) => `${name}: ${row}`);
    }),
  );
  return found.flat();
}

/** The counters of attempts that are about one of these names. They hold keyed hashes, in which no text is found. */
async function countersOf(names: readonly string[]): Promise<number> {
  const rules = Object.values(throttleRules);
  const buckets = names.flatMap((name) =>
    rules.map((rule) => keyedHash(context.keys.throttles, `${rule.name}\0${name}`)),
  );
  return (await pool.query('select from throttles where bucket = any($1)', [buckets])).rowCount ?? 0;
}

async function untilQueueIsEmpty(): Promise<void> {
  const deadline = Date.now() + 8000;
  for (;;) {
    const { rowCount } = await pool.query('select from graphile_worker._private_jobs');
    if (rowCount === 0) return;
    if (Date.now() > deadline) throw new Error('jobs are left');
    await sleep(50);
  }
}

it('[ACC-03] leaves no trace of a person in any table, job, log or mail but the last', async () => {
  const person = await buildMarkedPerson(context, marker);
  const headers = { cookie: person.cookie, 'x-trace': traceHeader(), 'user-agent': `Browser of ${marker}` };
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload && { payload }) });
  const signIn = (password: string) => ask('POST', '/public/api/v1/auth/sessions', { email: person.email, password });
  expect((await searchDatabase([marker])).length).toBeGreaterThan(10);
  await signIn('wrong');
  await ask('POST', '/public/api/v1/auth/user/password_reset', { email: person.email });
  await ask('GET', '/public/api/v1/auth/user/export');
  await ask('GET', `/public/api/v1/portal/cards?${marker}`);

  const names = [person.email, person.passengerId];
  expect(await countersOf(names)).toBeGreaterThan(1);

  const reason = `${marker} does not like it`;
  const wrong = await ask('POST', '/public/api/v1/auth/user/anonymize', { reason, password: `${marker} wrong` });
  const closed = await ask('POST', '/public/api/v1/auth/user/anonymize', { reason, password: goodPassword });

  expect([wrong.statusCode, closed.statusCode]).toEqual([422, 204]);
  expect(await searchDatabase([marker])).toEqual([]);
  expect(await countersOf(names)).toBe(0);
  const tablesOfTheCard = (await searchDatabase([person.mediumId])).map(
    (row) => /^public\.(\w+):/.exec(row)?.[1] ?? row,
  );
  const travelTables = tablesToExport('medium_id').map(({ name }) => name);
  // Another passenger claims the card, and its next owner does not see the earlier history: neither row names the person.
  const ofTheCard = [...travelTables, 'service_references', 'card_claims', 'history_bounds'];
  expect(tablesOfTheCard.filter((name) => !ofTheCard.includes(name))).toEqual([]);
  // Their times do not lead from the keyed hash to the card: the event has only its day, and the claim the time when it was made.
  const { rows: times } = await pool.query(
    `select event.at = date_trunc('day', event.at) as event, claim.object_until = claim.claimed_at as claim
    from audit_events event, card_claims claim
    where event.kind = 'account_closed' and claim.medium_id = $1`,
    [person.mediumId],
  );
  expect(times).toEqual([{ event: true, claim: true }]);

  mailServer.refuse(1);
  const worker = await workerRole(context, logger);
  await expect.poll(() => logLines.join('').includes('a job failed'), { timeout: 8000 }).toBe(true);
  await pool.query(`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`);
  await mailServer.lastTo(person.email);
  await untilQueueIsEmpty();
  await worker.stop();

  // Other addresses may get mails at the turn of a minute.
  const mails = mailServer.mails.filter(({ to }) => to?.some(({ address }) => address === person.email));
  expect(mails.map(({ subject }) => subject)).toEqual(['Votre compte est supprimé']);
  expect(mails[0]?.text).not.toMatch(new RegExp(`${marker}|Anna|Novak`));
  expect(await searchDatabase([marker])).toEqual([]);
  expect(logLines.join('')).toContain('/public/api/v1/auth/user/anonymize');
  expect(logLines.filter((line) => line.includes(marker))).toEqual([]);
});
