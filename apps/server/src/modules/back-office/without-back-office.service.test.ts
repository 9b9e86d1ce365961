import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSending } from '../../../test/back-office-messages.ts';
import { systemClock } from '../../lib/clock.ts';
import { noticeWithout, withoutBackOffice } from './without-back-office.service.ts';

const { pool, fake, sending, tell, sendAll, takenOf, outcomesOf } = await createSending();

let said: unknown[] = [];
beforeEach(async () => {
  said = [];
  fake.behave(() => 'take');
  await pool.query('delete from back_office_messages');
});

/** A worker without a back office, as it is after a start. */
function starting(clock = systemClock) {
  const sayAs = (level: string) => (facts: object) => void said.push({ level, ...facts });
  return withoutBackOffice({ pool: sending.pool, clock, logger: { error: sayAs('error'), warn: sayAs('warn') } });
}

/** A message of another card that a back office took so long ago. */
async function takenAgo(days: number): Promise<void> {
  const mediumId = randomUUID();
  await tell(mediumId);
  await sendAll([mediumId]);
  await pool.query(`update back_office_messages set created_at = now() - make_interval(days => $1)`, [days]);
}

async function waiting(): Promise<string> {
  const mediumId = randomUUID();
  await tell(mediumId, { kind: 'access_requested' });
  await tell(mediumId, { kind: 'access_granted' });
  return mediumId;
}

it('is said of a configuration that names a bank: without one nobody pays here', () => {
  const limits = { connectSeconds: 3, answerSeconds: 10 };
  const bank = { protocol: 'stripe', keyFile: 'bank', webhookSecretFile: 'webhook', ...limits } as const;
  const backOffice = { url: 'https://office.example', signingKeyFile: 'office', unknownKinds: [], ...limits };

  expect(noticeWithout({ bank, backOffice: undefined })).toMatch(
    /^the configuration names a bank and no back office: /,
  );
  expect(noticeWithout({ bank, backOffice })).toBeUndefined();
  expect(noticeWithout({ bank: undefined, backOffice: undefined })).toBeUndefined();
});

describe('a worker whose configuration names no back office', () => {
  it('marks messages as not sent where none is in use, says so once, and sends what comes after one is configured', async () => {
    const mediumId = await waiting();
    const worker = starting();

    await worker.finishOrKeep(mediumId);
    await worker.finishOrKeep(await waiting());
    await tell(mediumId);
    await sendAll([mediumId]);

    expect(await outcomesOf(mediumId)).toEqual(['not_sent', 'not_sent', 'acknowledged']);
    expect(takenOf(mediumId)).toHaveLength(1);
    expect(said).toEqual([{ level: 'warn', event: 'back_office.not_configured' }]);
  });

  it('keeps messages for a worker that sends them where one did so in the last two weeks, and says so once', async () => {
    await takenAgo(13);
    const mediumId = await waiting();
    const worker = starting();

    await worker.finishOrKeep(mediumId);
    await worker.finishOrKeep(await waiting());

    expect(await outcomesOf(mediumId)).toEqual([null, null]);
    expect(said).toEqual([{ level: 'error', event: 'back_office.not_configured' }]);
    await sendAll([mediumId]);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged', 'acknowledged']);
    expect(takenOf(mediumId).map(({ kind }) => kind)).toEqual(['access_requested', 'access_granted']);
  });

  it('marks them as not sent two weeks after the last one was sent: the operator has given the back office up', async () => {
    await takenAgo(15);
    const mediumId = await waiting();

    await starting().finishOrKeep(mediumId);

    expect(await outcomesOf(mediumId)).toEqual(['not_sent', 'not_sent']);
  });

  it('notices within ten minutes that another worker sends', async () => {
    let now = Date.now();
    const worker = starting({ now: () => new Date(now) });
    await worker.finishOrKeep(await waiting());
    await takenAgo(0);

    now += 600_001;
    const mediumId = await waiting();
    await worker.finishOrKeep(mediumId);

    expect(await outcomesOf(mediumId)).toEqual([null, null]);
  });
});
