import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveKeys } from '../../src/config/keys.ts';
import { hashPassword } from '../../src/lib/password-hashing.ts';
import { testConfig } from '../build-app.ts';
import { insertRow } from '../factories/insert-row.ts';
import { buildPassenger } from '../factories/passengers.ts';
import { createTestDatabase } from '../test-database.ts';
import { traceHeader } from '../trace-header.ts';
import { whileBusy } from '../while-busy.ts';

const { pool, url } = await createTestDatabase();
const program = path.resolve(import.meta.dirname, '../../src/main.ts');
const password = 'ferries-run-on-sundays-too';
const data = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-files-'));
const children: ChildProcess[] = [];
let addresses: string[] = [];
let passwordKey: Buffer = Buffer.alloc(0);

/** The server as it is deployed, in a separate process. */
async function startProcess(): Promise<string> {
  const { host } = testConfig().http;
  const example = path.resolve(import.meta.dirname, '../../../../config/bilingual.json');
  const file = path.join(data, 'config.json');
  // The rate limits are tested elsewhere.
  const http = { host, port: 0, trustedProxies: ['127.0.0.1'], longestWaitMs: 60_000 };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(example, 'utf8')), http }));
  const env = { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: data, TAPFOLIO_CONFIG: file, TAPFOLIO_ROLES: 'auth' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const chunk of child.stdout) {
    const address = /Listening on (\S+)/.exec(String(chunk))?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the server did not start');
}

beforeAll(async () => {
  addresses = [await startProcess()];
  addresses.push(await startProcess());
  passwordKey = deriveKeys(readFileSync(path.join(data, 'secrets/account.key'))).passwords;
});
afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }),
  );
  rmSync(data, { recursive: true });
});

async function buildOwner(email: string): Promise<void> {
  const { passenger_id } = await buildPassenger(pool, { email });
  await insertRow(pool, 'credentials', { passenger_id, password_hash: await hashPassword(passwordKey, password) });
}

/** This number of sign-ins at once, half of them at each process, each from another address. */
async function signInAtOnce(count: number, email: string, typed: string): Promise<number[]> {
  const signIn = (number: number) =>
    fetch(`${addresses[number % 2]}/public/api/v1/auth/sessions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-trace': traceHeader('login'),
        'x-forwarded-for': `10.9.${email.length}.${number}`,
      },
      body: JSON.stringify({ email, password: typed }),
    });
  return await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const response = await whileBusy(() => signIn(number));
      await response.arrayBuffer();
      return response.status;
    }),
  );
}

it('[AUTH-03] two server processes together evaluate five of a hundred parallel guesses', async () => {
  await buildOwner('guessed@example.org');

  const statuses = await signInAtOnce(100, 'guessed@example.org', 'not the password at all');

  const { rows } = await pool.query("select incorrect_login_count from passengers where email = 'guessed@example.org'");
  expect(statuses.every((status) => status === 403)).toBe(true);
  expect(rows).toEqual([{ incorrect_login_count: 5 }]);
});

it('[AUTH-03] two server processes accept twenty parallel right passwords', async () => {
  await buildOwner('owner@example.org');

  expect(await signInAtOnce(20, 'owner@example.org', password)).toEqual(Array(20).fill(200));
});
