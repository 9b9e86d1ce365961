import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { transaction } from '../src/lib/sql.ts';
import { tellBackOffice } from '../src/modules/back-office/tell-back-office.service.ts';
import { type Behaviour, newSigningKey, startBackOffice } from '../test/back-office.ts';
import { freeJobsOfKilled, hurryJobs, rounds, startFaultyDatabase, startServerProcess, untilTrue } from './city.ts';

const { url, pool, home } = await startFaultyDatabase();
const signingKey = newSigningKey();
const backOffice = await startBackOffice(signingKey);
writeFileSync(path.join(home, 'back-office.key'), signingKey);
const settings = { backOffice: { url: backOffice.url, signingKeyFile: 'back-office.key', answerSeconds: 2 } };

const kinds = ['access_denied', 'access_requested', 'access_granted'] as const;
const media = Array.from({ length: 20 }, () => randomUUID());
const kills = 3 * rounds;

it('sends the back office every message, in order for each card, although workers are killed while they send', async () => {
  const faults: Behaviour[] = [
    'take',
    'cutAfter',
    'take',
    'failAfter',
    'take',
    503,
    'take',
    'take',
    'cutBefore',
    'take',
  ];
  let call = 0;
  backOffice.behave(() => {
    call += 1;
    return faults[call % faults.length] ?? 'take';
  });
  for (const mediumId of media) await Promise.all(kinds.map((kind) => tell(mediumId, kind)));

  for (let kill = 0; kill < kills; kill += 1) {
    const calls = backOffice.calls();
    const worker = await startServerProcess(home, { databaseUrl: url, roles: 'worker', settings });
    await untilTrue(async () => backOffice.calls() > calls + 5 || (await waiting()) === 0, 30_000);
    worker.child.kill('SIGKILL');
    await worker.ended;
    for (const mediumId of media) await tell(mediumId, 'access_denied');
    await forgetDead();
    await passTime();
  }
  const last = await startServerProcess(home, { databaseUrl: url, roles: 'worker', settings });
  await untilTrue(async () => {
    await passTime();
    return (await waiting()) === 0;
  }, 60_000);
  last.child.kill('SIGTERM');
  await last.ended;

  const perMedium = kinds.length + kills;
  for (const mediumId of media) {
    const numbers = backOffice.taken.flatMap(({ sequence }) => (sequence.of === mediumId ? [sequence.number] : []));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(perMedium);
  }
  const { rows } = await pool.query('select count(*)::int as count from back_office_messages where outcome = $1', [
    'acknowledged',
  ]);
  expect(rows).toEqual([{ count: media.length * perMedium }]);
  expect(backOffice.forged()).toBe(0);
});

async function tell(mediumId: string, kind: (typeof kinds)[number]): Promise<void> {
  const fare = {
    paymentId: randomUUID(),
    operatorCode: '1',
    srid: 'ABCDEFGHJKLMNP',
    amountMinor: 380,
    currency: 'CAD',
  };
  await transaction(pool, (tx) => tellBackOffice(tx, [{ mediumId, kind, ...fare }]));
}

async function waiting(): Promise<number> {
  const { rows } = await pool.query('select from back_office_messages where outcome is null limit 1');
  return rows.length;
}

/** What a minute without workers does: their leases expire, and their jobs are freed. */
async function forgetDead(): Promise<void> {
  await pool.query(`update back_office_media set lease_until = lease_until - interval '1 minute'`);
  await freeJobsOfKilled(pool);
}

/** Skips waiting times: postponed work is due now. */
async function passTime(): Promise<void> {
  await pool.query('update back_office_media set next_at = now() where next_at > now()');
  await hurryJobs(pool);
}
