import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DebtState } from '@tapfolio/domain/debt-states.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultWish } from '../../../demo/bank/wire.ts';
import { expectMoneyToHold, startTestBank, takenBy } from '../test/money-world.ts';
import {
  freeJobsOfKilled,
  hurryJobs,
  isWholeTable,
  type ServerProcess,
  startFaultyDatabase,
  startServerProcess,
  untilTrue,
} from './city.ts';
import { Payer } from './payer.ts';
import { startRelay } from './relay.ts';

/** Fares are collected over HTTP by the server as it is deployed, from a bank with every possible fault. */

const { url, pool, home } = await startFaultyDatabase();
const relay = await startRelay('/internal/api/v1/bank/webhooks');
const { sandbox } = await startTestBank({ webhookUrl: relay.url });

/** Secrets as the bank knows them, unless a test has others. */
function writeSecrets({ key, webhookSecret }: { key: string; webhookSecret: string }): void {
  writeFileSync(path.join(home, 'bank.key'), key);
  writeFileSync(path.join(home, 'bank.webhooks'), webhookSecret);
}

writeSecrets(sandbox);
const bank = { protocol: 'http', url: sandbox.url, keyFile: 'bank.key', webhookSecretFile: 'bank.webhooks' };
const settings = { bank: { ...bank, connectSeconds: 1, answerSeconds: 2 } };

let running: ServerProcess | undefined;
afterAll(() => void running?.child.kill('SIGKILL'));

/** Starts a server in the place of the one that has ended. */
async function startPortal(): Promise<ServerProcess> {
  const options = { databaseUrl: url, roles: 'portal,worker', settings, outlivesTest: true };
  running = await startServerProcess(home, options);
  relay.leadTo(running.address);
  return running;
}

/** The server that runs, or a new one if a test has ended it. */
const openPortal = async (): Promise<ServerProcess> => running ?? (await startPortal());

async function end({ child, ended }: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  running = undefined;
  child.kill(signal);
  await ended;
}

/** Skips waiting times: postponed work is due now. */
async function passTime(): Promise<void> {
  await pool.query('update collections set next_at = now() where next_at > now() and outcome is null');
  await hurryJobs(pool);
}

/** What half a minute does to the leases of a killed worker. */
async function forgetDead(): Promise<void> {
  await pool.query(`update collections set lease_until = lease_until - interval '1 minute'`);
  await freeJobsOfKilled(pool);
}

/** Asks rarely enough for the rate of a session, because the server may spare a failing bank for half a minute. */
async function untilState(payer: Payer, address: string, states: readonly DebtState[]): Promise<void> {
  const isThere = async () => {
    // Checked before time passes: a state that waits for the next attempt would be gone at once.
    if (states.includes(await payer.state(address))) return true;
    await passTime();
    return false;
  };
  await untilTrue(isThere, 60_000, 250);
}

const takenFrom = async ({ srid }: Payer): Promise<number> => takenBy(await sandbox.ledger()).get(srid)?.times ?? 0;

afterEach(async () => {
  await sandbox.clearFaults();
  await expectMoneyToHold(pool, sandbox);
});

describe('with one server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await openPortal();
  });

  it.each<[string, FaultWish]>([
    ['500 before the bank charges', { fault: 'error_before', times: 1 }],
    ['500 after it held the amount', { fault: 'error_after', times: 1 }],
    ['500 after it charged', { fault: 'error_after', on: 'capture', times: 1 }],
    ['a connection cut before it charges', { fault: 'reset_before', times: 1 }],
    ['a connection cut after it charged', { fault: 'reset_after', on: 'capture', times: 1 }],
    ['no answer, and nothing done', { fault: 'timeout_before', times: 1 }],
    ['no answer after it charged', { fault: 'timeout_after', on: 'capture', times: 1 }],
    ['429', { fault: 'too_many', times: 2 }],
    ['an answer later than we wait', { fault: 'slow', seconds: 30, on: 'capture', times: 1 }],
    ['an answer of nonsense', { fault: 'garbage', times: 2 }],
  ])('collects a fare once after %s', async (_, wish) => {
    const payer = await Payer.join(pool, sandbox);
    // The worker finds out by itself.
    await sandbox.setFault({ ...wish, statementReference: payer.srid, webhooks: 'none' });

    expect(await payer.pay(server.address)).toBe(202);

    await untilState(payer, server.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });

  it('collects it once when no answer arrives and only webhooks report it', async () => {
    const payer = await Payer.join(pool, sandbox);
    await sandbox.setFault({ statementReference: payer.srid, fault: 'reset_after', on: 'capture' });

    expect(await payer.pay(server.address)).toBe(202);

    await untilState(payer, server.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });

  it.each([
    ['twice', 6],
    ['reordered', 2],
    ['early', 2],
    ['forged', 2],
  ] as const)('collects it once when its webhooks come %s', async (webhooks, calls) => {
    const before = relay.handed();
    const payer = await Payer.join(pool, sandbox);
    await sandbox.setFault({ statementReference: payer.srid, webhooks });

    expect(await payer.pay(server.address)).toBe(202);

    await untilState(payer, server.address, ['approved']);
    await untilTrue(async () => relay.handed() - before >= calls, 30_000);
    expect([await payer.state(server.address), await takenFrom(payer)]).toEqual(['approved', 1]);
  });

  it('shows a refusal with its reason, and charges nothing', async () => {
    const payer = await Payer.join(pool, sandbox);
    await sandbox.setFault({ statementReference: payer.srid, fault: 'decline', declineCode: 'insufficient_funds' });

    expect(await payer.pay(server.address)).toBe(202);

    await untilState(payer, server.address, ['declined']);
    expect(await payer.debt(server.address)).toMatchObject({ declineCode: 'insufficient_funds' });
    expect(await takenFrom(payer)).toBe(0);
  });

  it('charges once for fifty parallel requests', async () => {
    const payer = await Payer.join(pool, sandbox);

    const statuses = await Promise.all(Array.from({ length: 50 }, () => payer.pay(server.address)));

    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    // A busy machine asks some of them to come back later.
    expect(statuses.filter((status) => ![202, 409, 503].includes(status))).toEqual([]);
    await untilState(payer, server.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });

  it('answers calls while every worker waits for a bank that hangs', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, () => Payer.join(pool, sandbox)));
    await sandbox.setFault({ fault: 'slow', seconds: 120 });
    const asked = await Promise.all(payers.map((payer) => payer.pay(server.address)));
    await untilTrue(
      async () => (await sandbox.ledger()).some(({ statementReference }) => statementReference === payers[0]?.srid),
      30_000,
    );

    const answers: DebtState[] = [];
    for (let round = 0; round < 10; round += 1)
      answers.push(...(await Promise.all(payers.map((payer) => payer.state(server.address)))));

    expect(asked).toEqual(payers.map(() => 202));
    expect(answers.filter((state) => !['requested', 'submitting', 'unknown'].includes(state))).toEqual([]);
    await sandbox.clearFaults();
    for (const payer of payers) await untilState(payer, server.address, ['approved']);
  });
});

describe('with servers that are killed and replaced', () => {
  /** A fare that the bank has taken without the server getting the answer. */
  async function payUnheard(address: string): Promise<Payer> {
    const payer = await Payer.join(pool, sandbox);
    const fault = { fault: 'timeout_after', on: 'capture', webhooks: 'none', times: 1 } as const;
    await sandbox.setFault({ statementReference: payer.srid, ...fault });
    expect(await payer.pay(address)).toBe(202);
    await untilTrue(async () => (await takenFrom(payer)) === 1, 30_000);
    return payer;
  }

  it('collects it once when the server is killed while the bank works, and another one starts', async () => {
    const first = await openPortal();
    const payer = await payUnheard(first.address);

    await end(first, 'SIGKILL');
    await forgetDead();
    const second = await startPortal();

    await untilState(payer, second.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });

  it.runIf(isWholeTable)('collects it once after both secrets of the bank were wrong for a while', async () => {
    if (running !== undefined) await end(running, 'SIGTERM');
    writeSecrets({ key: 'sandbox_of_last_year', webhookSecret: `whsec_${randomBytes(32).toString('base64')}` });
    const first = await openPortal();
    const payer = await Payer.join(pool, sandbox);
    expect(await payer.pay(first.address)).toBe(202);
    await untilState(payer, first.address, ['unknown']);

    await end(first, 'SIGTERM');
    writeSecrets(sandbox);
    const second = await startPortal();

    await untilState(payer, second.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });

  it('collects it once when the bank was away for a day after it charged, and has forgotten the key', async () => {
    const first = await openPortal();
    const payer = await payUnheard(first.address);
    await sandbox.setFault({ fault: 'down' });
    await untilState(payer, first.address, ['unknown']);

    // The breaker that spares the bank for half a minute ends with the process.
    await end(first, 'SIGTERM');
    await pool.query(`update collections set first_submitted_at = first_submitted_at - interval '24 hours'`);
    await sandbox.forgetKeys();
    await sandbox.clearFaults();
    const second = await startPortal();

    await untilState(payer, second.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });

  it('leaves the fare owed for another try when the bank was away all day and charged nothing', async () => {
    const first = await openPortal();
    const payer = await Payer.join(pool, sandbox);
    await sandbox.setFault({ fault: 'down' });
    expect(await payer.pay(first.address)).toBe(202);
    await untilState(payer, first.address, ['unknown']);
    await end(first, 'SIGTERM');
    await pool.query(`update collections set first_submitted_at = first_submitted_at - interval '24 hours'`);
    await sandbox.clearFaults();

    const second = await startPortal();
    await untilTrue(async () => {
      await passTime();
      await pool.query(`update collections set missed_at = missed_at - interval '10 minutes' where outcome is null`);
      return (await payer.state(second.address)) === 'owed';
    }, 60_000);

    expect(await payer.pay(second.address)).toBe(202);
    await untilState(payer, second.address, ['approved']);
    expect(await takenFrom(payer)).toBe(1);
  });
});
