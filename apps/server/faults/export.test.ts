import { readServerState } from '@tapfolio/embedded-postgres/pid-file.ts';
import { expect, it } from 'vitest';
import { isWholeTable, startFaultyDatabase, startServerProcess, untilTrue } from './city.ts';
import { signIn } from './signed-in.ts';

const { url, pool, dataDirectory, home } = await startFaultyDatabase();
const events = 4000;

it.runIf(isWholeTable).each(['the server', 'PostgreSQL'])(
  'a data export is never taken for a whole one when %s is killed in the middle, and is whole afterwards',
  async (victim) => {
    const person = await signIn(pool);
    // More than the network keeps between us: the rest is not read before the first part is.
    await pool.query(
      `insert into audit_events (kind, passenger_id, detail)
      select 'fault', $1, jsonb_build_object('text', repeat(md5(n::text), 200)) from generate_series(1, ${events}) n`,
      [person.passengerId],
    );
    const server = await startServerProcess(home, { databaseUrl: url });
    const ask = (address: string) => fetch(`${address}/public/api/v1/auth/user/export`, { headers: person.headers() });
    const answer = await ask(server.address);
    const reader = answer.body?.getReader();
    await reader?.read();

    if (victim === 'the server') server.child.kill('SIGKILL');
    else process.kill(readServerState(dataDirectory)?.pid ?? 0, 'SIGKILL');
    const readRest = async () => {
      while ((await reader?.read())?.done === false);
    };

    expect(answer.status).toBe(200);
    await expect(readRest()).rejects.toThrow();
    await untilTrue(() => pool.query('select 1').then(Boolean, () => false), 60_000);
    const again = victim === 'the server' ? await startServerProcess(home, { databaseUrl: url }) : server;
    await untilTrue(async () => {
      const whole = await ask(again.address);
      const text = await whole.text();
      return whole.status === 200 && JSON.parse(text).events.length >= events;
    }, 30_000);
  },
);
