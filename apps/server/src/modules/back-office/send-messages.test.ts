import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Behaviour, newSigningKey, type ReceivedMessage, startBackOffice } from '../../../test/back-office.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { createHttpBackOffice } from '../../gateways/http-back-office.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import {
  type Acknowledged,
  mostRefusals,
  type Sending,
  sendMessages,
  settleWithoutBackOffice,
  wakeForgotten,
} from './send-messages.ts';
import { type BackOfficeNews, tellBackOffice } from './tell-back-office.ts';

const { context, pool } = await createTestApp([]);
const portal = contextOf(context, 'portal').pool;
const worker = contextOf(context, 'worker').pool;
const signingKey = newSigningKey();
const fake = await startBackOffice(signingKey);

const acknowledged: Acknowledged[] = [];
const sending: Sending = {
  pool: worker,
  backOffice: createHttpBackOffice({ url: fake.url, signingKeys: [signingKey], connectMs: 1000, answerMs: 2000 }),
  logger: { warn: () => {} },
  onAcknowledged: async (_tx, message) => {
    acknowledged.push(message);
  },
};

beforeEach(() => {
  fake.behave(() => 'take');
  acknowledged.length = 0;
});

async function tell(mediumId: string, news: Partial<BackOfficeNews> = {}): Promise<void> {
  const whole: BackOfficeNews = {
    mediumId,
    paymentId: randomUUID(),
    operatorCode: '1',
    srid: 'ABCDEFGHJKLMNP',
    kind: 'access_denied',
    amountMinor: 380,
    currency: 'CAD',
    ...news,
  };
  await transaction(portal, (tx) => tellBackOffice(tx, whole));
}

/** Nobody waits in a test: what was postponed is due now. */
const passTime = () => pool.query('update back_office_media set next_at = now() where next_at > now()');

/** Runs the jobs of these media, several at a time each, until nothing waits. */
async function sendAll(mediumIds: readonly string[], jobsAMedium = 1): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const { rows } = await pool.query(
      'select from back_office_media where medium_id = any($1) and next_at is not null limit 1',
      [mediumIds],
    );
    if (rows.length === 0) return;
    await passTime();
    const jobs = mediumIds.flatMap((id) => Array.from({ length: jobsAMedium }, () => sendMessages(sending, id)));
    await Promise.all(jobs);
  }
  throw new Error('messages still wait');
}

const takenOf = (mediumId: string) => fake.taken.filter((message) => message.sequence.of === mediumId);
const numbersOf = (messages: readonly ReceivedMessage[]) => messages.map(({ sequence }) => sequence.number);
const distinct = <Value>(values: readonly Value[]) => [...new Set(values)];
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function outcomesOf(mediumId: string): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ outcome: string | null }>(
    'select outcome from back_office_messages where medium_id = $1 order by message_number',
    [mediumId],
  );
  return rows.map((row) => row.outcome);
}

/** So many attempts, each at its time. */
async function attempt(mediumId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await passTime();
    await sendMessages(sending, mediumId);
  }
}

describe('sending messages to the back office', () => {
  it('sends what happened to an unpaid fare in the words of the contract, with its signature', async () => {
    const mediumId = randomUUID();
    const paymentId = randomUUID();
    await tell(mediumId, { paymentId, srid: '7K2M4Q9T1XB5ZC', amountMinor: 1125 });

    await sendAll([mediumId]);

    expect(takenOf(mediumId)).toEqual([
      {
        messageId: expect.any(String),
        sequence: { of: mediumId, number: 1 },
        kind: 'access_denied',
        operatorCode: '1',
        statementReference: '7K2M4Q9T1XB5ZC',
        amount: { amountMinor: 1125, currency: 'CAD' },
        happenedAt: expect.any(String),
      },
    ]);
    expect(fake.forged()).toBe(0);
    expect(acknowledged).toEqual([{ mediumId, paymentId, kind: 'access_denied', cardMayTravel: false }]);
  });

  it('stops when a message is acknowledged', async () => {
    const mediumId = randomUUID();
    await tell(mediumId);
    await sendAll([mediumId]);
    const calls = fake.calls();

    await attempt(mediumId, 3);
    await wakeForgotten(worker);

    expect(fake.calls()).toBe(calls);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
    expect(acknowledged).toHaveLength(1);
  });

  it('hands on that the card may travel', async () => {
    const mediumId = randomUUID();
    fake.behave(({ kind }) => (kind === 'access_granted' ? 'grant' : 'take'));
    await tell(mediumId, { kind: 'access_requested' });
    await tell(mediumId, { kind: 'access_granted' });

    await sendAll([mediumId]);

    expect(acknowledged.map(({ kind, cardMayTravel }) => [kind, cardMayTravel])).toEqual([
      ['access_requested', false],
      ['access_granted', true],
    ]);
  });

  it('keeps the order of each medium and loses nothing while many write, many send and calls fail', async () => {
    const media = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const faults: Behaviour[] = [
      'cutBefore',
      'cutAfter',
      'failAfter',
      503,
      429,
      'take',
      'take',
      'take',
      'take',
      'take',
    ];
    let call = 0;
    fake.behave(() => {
      call += 1;
      return faults[(call * 7) % faults.length] ?? 'take';
    });

    const writing = media.flatMap((mediumId) => upTo(15).map(() => tell(mediumId)));
    const early = media.flatMap((mediumId) => upTo(3).map(() => sendMessages(sending, mediumId)));
    await Promise.all([...writing, ...early]);
    await sendAll(media, 3);

    for (const mediumId of media) {
      const numbers = numbersOf(takenOf(mediumId));
      expect(distinct(numbers)).toEqual(upTo(15));
      // A repetition comes before the next message, never after it.
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(await outcomesOf(mediumId)).toEqual(upTo(15).map(() => 'acknowledged'));
    }
    expect(fake.taken.length).toBeGreaterThan(60);
    expect(acknowledged).toHaveLength(60);
  });

  it('repeats a message under one name until the answer arrives', async () => {
    const mediumId = randomUUID();
    const behaviours: Behaviour[] = ['failAfter', 'cutAfter', 'take'];
    fake.behave(() => behaviours.shift() ?? 'take');
    await tell(mediumId);

    await sendAll([mediumId]);

    const messages = takenOf(mediumId);
    expect(messages).toHaveLength(3);
    expect(distinct(messages.map(({ messageId }) => messageId))).toHaveLength(1);
    expect(acknowledged).toHaveLength(1);
  });

  it('holds back what follows while a message is not taken', async () => {
    const mediumId = randomUUID();
    fake.behave(({ sequence }) => (sequence.number === 1 ? 503 : 'take'));
    await tell(mediumId);
    await tell(mediumId, { kind: 'access_granted' });

    await attempt(mediumId, 12);

    expect(await outcomesOf(mediumId)).toEqual([null, null]);
    expect(takenOf(mediumId)).toEqual([]);
  });

  it('writes down as not sent what nobody is there to be sent to, and sends what comes later', async () => {
    const mediumId = randomUUID();
    await Promise.all(upTo(5).map(() => tell(mediumId)));

    await settleWithoutBackOffice(worker, mediumId);
    await tell(mediumId);
    await sendAll([mediumId]);

    expect(await outcomesOf(mediumId)).toEqual([...upTo(5).map(() => 'not_sent'), 'acknowledged']);
    expect(numbersOf(takenOf(mediumId))).toEqual([6]);
  });

  it('sets aside a message that is always refused, says so, and goes on with the next one and with other media', async () => {
    const [poisoned, healthy] = [randomUUID(), randomUUID()];
    fake.behave(({ sequence }) => (sequence.of === poisoned && sequence.number === 1 ? 422 : 'take'));
    await tell(poisoned);
    await tell(poisoned, { kind: 'access_granted' });
    await tell(healthy);

    await attempt(poisoned, mostRefusals - 1);
    expect(await outcomesOf(poisoned)).toEqual([null, null]);
    await sendAll([healthy]);
    await sendAll([poisoned]);

    expect(await outcomesOf(poisoned)).toEqual(['parked', 'acknowledged']);
    expect(await outcomesOf(healthy)).toEqual(['acknowledged']);
    const { rows } = await pool.query('select kind, detail from operator_alarms');
    expect(rows).toEqual([{ kind: 'back_office_message_parked', detail: { number: 1, reason: 'it answered 422' } }]);
  });

  it('sets nothing aside while the back office is away or does not know our key', async () => {
    const mediumId = randomUUID();
    const stranger = createHttpBackOffice({
      url: fake.url,
      signingKeys: [newSigningKey()],
      connectMs: 1000,
      answerMs: 2000,
    });
    await tell(mediumId);

    for (let time = 0; time < mostRefusals + 2; time += 1) {
      await passTime();
      await sendMessages({ ...sending, backOffice: stranger }, mediumId);
    }
    expect(await outcomesOf(mediumId)).toEqual([null]);
    expect(takenOf(mediumId)).toEqual([]);

    await sendAll([mediumId]);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
  });

  it('signs with each of two keys, so that the back office can change over', async () => {
    const mediumId = randomUUID();
    const backOffice = createHttpBackOffice({
      url: fake.url,
      signingKeys: [newSigningKey(), signingKey],
      connectMs: 1000,
      answerMs: 2000,
    });
    await tell(mediumId);

    await sendMessages({ ...sending, backOffice }, mediumId);

    expect(takenOf(mediumId)).toHaveLength(1);
  });

  it('gives up a call that hangs, and sends the message again', async () => {
    const mediumId = randomUUID();
    const behaviours: Behaviour[] = ['hang'];
    fake.behave(() => behaviours.shift() ?? 'take');
    const backOffice = createHttpBackOffice({ url: fake.url, signingKeys: [signingKey], connectMs: 50, answerMs: 100 });
    await tell(mediumId);

    await sendMessages({ ...sending, backOffice }, mediumId);
    expect(takenOf(mediumId)).toEqual([]);
    await sendAll([mediumId]);

    expect(takenOf(mediumId)).toHaveLength(1);
  });

  it('settles nothing when what follows from the acknowledgement fails, and sends the message again', async () => {
    const mediumId = randomUUID();
    await tell(mediumId);
    const failing: Sending = {
      ...sending,
      onAcknowledged: async () => {
        throw new Error('the debt cannot be written');
      },
    };

    await expect(sendMessages(failing, mediumId)).rejects.toThrow('the debt cannot be written');
    expect(await outcomesOf(mediumId)).toEqual([null]);
    await pool.query('update back_office_media set lease_until = now() where medium_id = $1', [mediumId]);
    await sendAll([mediumId]);

    expect(numbersOf(takenOf(mediumId))).toEqual([1, 1]);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
  });

  it('rests when what waited was forgotten, and sends what comes later', async () => {
    const mediumId = randomUUID();
    await tell(mediumId);
    await pool.query('delete from back_office_messages where medium_id = $1', [mediumId]);

    await sendAll([mediumId]);
    await tell(mediumId);
    await sendAll([mediumId]);

    expect(numbersOf(takenOf(mediumId))).toEqual([2]);
  });

  it('asks for its job again when a message has to wait, and finds one whose job was lost', async () => {
    const mediumId = randomUUID();
    const jobs = async () =>
      (
        await pool.query(
          `select job.run_at = known.next_at as is_in_time
          from graphile_worker.jobs job
          join back_office_media known on job.key = 'back-office:' || known.medium_id
          where known.medium_id = $1`,
          [mediumId],
        )
      ).rows;
    fake.behave(() => 503);
    await tell(mediumId);
    await pool.query('delete from graphile_worker._private_jobs');

    await attempt(mediumId, 3);
    expect(await jobs()).toEqual([{ is_in_time: true }]);
    await pool.query('delete from graphile_worker._private_jobs');
    await pool.query(`update back_office_media set next_at = now() - interval '1 minute' where medium_id = $1`, [
      mediumId,
    ]);
    await wakeForgotten(worker);

    expect(await jobs()).toHaveLength(1);
  });
});
