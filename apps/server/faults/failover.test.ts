import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseAccount, giveTo } from '@tapfolio/embedded-postgres/account.ts';
import { serverEnvironment } from '@tapfolio/embedded-postgres/cluster.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startChaosProxy } from '../test/chaos-proxy.ts';
import { startFaultyDatabase, startServerProcess, statusOf, untilTrue } from './city.ts';
import { signIn } from './signed-in.ts';

const { url, pool, dataDirectory, home } = await startFaultyDatabase();

/** Starts a standby with the present data of the database. It gets no later changes. Returns its URL. */
async function startStandby(): Promise<string> {
  const directory = path.join(home, 'standby');
  const client = await pool.connect();
  await client.query("select pg_backup_start('standby', true)");
  execFileSync('cp', ['-a', dataDirectory, directory]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  client.release();
  execFileSync('cp', ['-a', path.join(dataDirectory, 'pg_wal'), directory]);
  for (const lock of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(path.join(directory, lock), { force: true });
  const account = chooseAccount(directory);
  for (const [name, content] of Object.entries({ 'standby.signal': '', backup_label: rows[0]?.labelfile ?? '' })) {
    writeFileSync(path.join(directory, name), content);
    giveTo(path.join(directory, name), account);
  }
  const commandLine = readFileSync(path.join(directory, 'postmaster.opts'), 'utf8').trim();
  const [program = '', ...options] = commandLine.replaceAll(dataDirectory, directory).split(' "');
  const parameters = options.map((option) => option.replace(/"$/, ''));
  const child = spawn(program, parameters, { ...account, cwd: '/', env: serverEnvironment, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGQUIT'));
  return url.replaceAll(encodeURIComponent(dataDirectory), encodeURIComponent(directory));
}

it('does not go on reading from the former primary after a failover, although that lives on as a standby', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  const server = await startServerProcess(home, { databaseUrl: proxy.url });
  const before = await signIn(pool);
  const statusFor = ({ headers }: typeof before) =>
    statusOf(`${server.address}/public/api/v1/portal/cards`, { headers: headers() });
  const ready = () => statusOf(`${server.address}/internal/health/ready`);
  const standby = await startStandby();

  proxy.leadTo(standby);
  proxy.cut();
  await untilTrue(async () => (await statusFor(before)) === 200, 20_000);
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  proxy.leadTo(url);
  await pool.query('delete from sessions where passenger_id = $1', [before.passengerId]);
  const after = await signIn(pool);

  await expect.poll(() => statusFor(before), { timeout: 10_000 }).toBe(401);
  await expect.poll(() => statusFor(after), { timeout: 10_000 }).toBe(200);
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
});
