import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabases } from '../src/database/parts.ts';
import { transaction } from '../src/lib/sql.ts';
import { requestCollection } from '../src/modules/debts/request-collection.service.ts';
import { buildOwedFares, expectMoneyToHold, startTestBank, type TestBank, takenBy } from '../test/money-world.ts';
import { loadTestConfig } from '../test/test-config.ts';
import { rounds, startFaultyDatabase, untilTrue } from './city.ts';
import type { MoneyWorkerOptions } from './money-worker.ts';

const { url, pool } = await startFaultyDatabase();
const databases = createDatabases({ url });

const isWhole = rounds > 1;
/** How many debts are collected, and how many workers are killed meanwhile. */
const debts = isWhole ? 400 : 40;
const kills = isWhole ? 40 : 4;
const few = 40;

const open = async () => (await pool.query('select from collections where outcome is null')).rowCount ?? 0;

async function startWorker(bank: TestBank, renewsKeys: boolean): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'money-worker.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { url: bankUrl, key: bankKey, webhookSecret } = bank.sandbox;
  child.send({ databaseUrl: url, bankUrl, bankKey, webhookSecret, renewsKeys } satisfies MoneyWorkerOptions);
  await once(child, 'message');
  return child;
}

interface Fire {
  renewsKeys: boolean;
  /** Asked before each kill: true if the test has seen enough. */
  isOver?: () => Promise<boolean>;
}

/** Two workers collect; one of them after the other is killed without warning, and replaced. */
async function collectUnderFire(bank: TestBank, { renewsKeys, isOver = async () => false }: Fire): Promise<void> {
  const fares = await buildOwedFares(pool, bank.sandbox, { count: debts });
  const context = { config: loadTestConfig(), bank: bank.bank, pool: databases.of('portal').pool };
  await bank.sandbox.setFault({ fault: 'mixed', webhooks: 'none' });
  let [first, second] = await Promise.all([startWorker(bank, renewsKeys), startWorker(bank, renewsKeys)]);
  const asking = (async () => {
    for (const fare of fares)
      await transaction(context.pool, (tx) => requestCollection(context, tx, { ...fare, askedBy: 'passenger' }));
  })();
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(250 + Math.random() * 400);
    if (await isOver()) break;
    first.kill('SIGKILL');
    [first, second] = [second, await startWorker(bank, renewsKeys)];
  }
  await asking;
  await bank.sandbox.clearFaults();
}

async function withBank(work: (bank: TestBank) => Promise<void>): Promise<void> {
  await pool.query('truncate collections, payments, debts, debt_events, back_office_messages, service_references');
  const bank = await startTestBank();
  try {
    await work(bank);
  } finally {
    await bank.close();
  }
}

it(`charges ${debts} debts once each while a third of what the bank is asked fails and ${kills} workers are killed [DEBT-05]`, async () => {
  await withBank(async (bank) => {
    await collectUnderFire(bank, { renewsKeys: false });

    await untilTrue(async () => (await open()) === 0, 60_000);

    await expectMoneyToHold(pool, bank.sandbox);
    const taken = takenBy(await bank.sandbox.ledger());
    expect(taken.size).toBe(debts);
  });
});

it.runIf(isWhole)(
  'charges each debt once although a worker stood still for longer than its leases and then went on',
  async () => {
    await withBank(async (bank) => {
      const context = { config: loadTestConfig(), bank: bank.bank, pool: databases.of('portal').pool };
      const ask = async (count: number) => {
        for (const fare of await buildOwedFares(pool, bank.sandbox, { count }))
          await transaction(context.pool, (tx) => requestCollection(context, tx, { ...fare, askedBy: 'passenger' }));
      };
      const held = async () =>
        (await pool.query('select from collections where lease_until is not null')).rowCount ?? 0;
      await bank.sandbox.setFault({ fault: 'mixed', webhooks: 'none' });
      const paused = await startWorker(bank, false);
      await ask(few);
      await untilTrue(
        async () => {
          paused.kill('SIGSTOP');
          if ((await held()) > 0) return true;
          paused.kill('SIGCONT');
          return false;
        },
        30_000,
        7,
      );

      const other = await startWorker(bank, false);
      await bank.sandbox.clearFaults();
      await untilTrue(async () => (await open()) === 0, 120_000);
      other.kill('SIGKILL');
      paused.kill('SIGCONT');
      await ask(4);
      await untilTrue(async () => (await open()) === 0, 120_000);

      await expectMoneyToHold(pool, bank.sandbox);
      const taken = takenBy(await bank.sandbox.ledger());
      expect(taken.size).toBe(few + 4);
    });
  },
);

it('would charge some of them twice with a new key for each attempt', async () => {
  await withBank(async (bank) => {
    const isOneChargedTwice = async () => {
      const taken = [...takenBy(await bank.sandbox.ledger()).values()];
      return taken.some(({ times }) => times > 1);
    };

    await collectUnderFire(bank, { renewsKeys: true, isOver: isOneChargedTwice });

    await untilTrue(isOneChargedTwice, 60_000);
  });
});
