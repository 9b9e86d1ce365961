import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
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

const answerBody = z.looseObject({ error: z.looseObject({ code: z.string() }).optional() });

/** Processes of a busy machine refuse many times, and that says nothing of a limit. */
const mostTimes = 30;
const testMs = 600_000;

interface Told {
  /** The code of a refusal, or "in". */
  readonly code: string;
  readonly comeBackSeconds: number;
}

/**
 * What a caller is told. Of a right password a busy server may be able to open no session: the caller comes back, and each time costs a hash.
 * After thirty in a minute it is asked to wait for the rest of that minute, which is no lock.
 */
async function untilJudged(ask: () => Promise<Told>): Promise<string> {
  for (let time = 1; ; time += 1) {
    const { code, comeBackSeconds } = await ask();
    if (code !== 'too_many_requests' || time === 3) return code;
    await sleep(comeBackSeconds * 1000);
  }
}

/**
 * This number of sign-ins at once, half of them at each process, each from another address. Returns the code of each refusal, and "in" for
 * the others.
 */
async function signInAtOnce(count: number, email: string, typed: string): Promise<string[]> {
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
    Array.from({ length: count }, (_, number) =>
      untilJudged(async () => {
        const response = await whileBusy(() => signIn(number), mostTimes);
        const body = answerBody.parse(await response.json());
        return { code: body.error?.code ?? 'in', comeBackSeconds: Number(response.headers.get('retry-after')) };
      }),
    ),
  );
}

it(
  '[AUTH-03] two server processes together evaluate five of a hundred parallel guesses',
  async () => {
    await buildOwner('guessed@example.org');

    const told = await signInAtOnce(100, 'guessed@example.org', 'not the password at all');

    // Fewer if the database was too busy to say that a guess was counted: its caller is asked to come back, and it counts.
    expect(told.filter((code) => code === 'login_failed').length).toBeOneOf([1, 2, 3, 4, 5]);
    expect(new Set(told)).toEqual(new Set(['login_failed', 'user_locked']));
    const { rows } = await pool.query(
      "select incorrect_login_count from passengers where email = 'guessed@example.org'",
    );
    expect(rows).toEqual([{ incorrect_login_count: 5 }]);
  },
  testMs,
);

it(
  '[AUTH-03] two server processes accept twenty parallel right passwords',
  async () => {
    await buildOwner('owner@example.org');

    expect(await signInAtOnce(20, 'owner@example.org', password)).toEqual(Array(20).fill('in'));
  },
  testMs,
);
