import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Behaviour, newSigningKey } from '../../../test/back-office.ts';
import { createSending, placesOf } from '../../../test/back-office-messages.ts';
import { createHttpBackOffice } from '../../gateways/http-back-office.ts';
import { mostRefusals, type Sending, sendMessages, wakeForgotten } from './send-messages.service.ts';

const { pool, fake, options, acknowledged, sending, tell, attempt, sendAll, takenOf, outcomesOf } =
  await createSending();

beforeEach(() => {
  fake.behave(() => 'take');
  acknowledged.length = 0;
});

const distinct = <Value>(values: readonly Value[]) => [...new Set(values)];

describe('a message that the back office does not take', () => {
  it('holds back the next messages while one is not taken', async () => {
    const mediumId = randomUUID();
    fake.behave(({ kind }) => (kind === 'access_denied' ? 503 : 'take'));
    await tell(mediumId);
    await tell(mediumId, { kind: 'access_granted' });

    await attempt(mediumId, 12);

    expect(await outcomesOf(mediumId)).toEqual([null, null]);
    expect(takenOf(mediumId)).toEqual([]);
  });

  it('sets aside a message that is always refused, raises an alarm, and sends the next one and those of other media', async () => {
    const [poisoned, healthy] = [randomUUID(), randomUUID()];
    fake.behave(({ sequence, kind }) => (sequence.of === poisoned && kind === 'access_denied' ? 422 : 'take'));
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
    const detail = { number: expect.any(Number), reason: 'it answered 422' };
    expect(rows).toEqual([{ kind: 'back_office_message_parked', detail }]);
  });

  it('is not sent if the back office does not know its kind, and the next one is sent at once', async () => {
    const mediumId = randomUUID();
    fake.behave(({ kind }) => (kind === 'access_not_granted' ? 422 : 'take'));
    const backOffice = createHttpBackOffice({ ...options, unknownKinds: ['access_not_granted'] });
    await tell(mediumId, { kind: 'access_requested' });
    await tell(mediumId, { kind: 'access_not_granted' });
    await tell(mediumId, { kind: 'access_granted' });

    await sendMessages({ ...sending, backOffice }, mediumId);

    expect(await outcomesOf(mediumId)).toEqual(['acknowledged', 'not_sent', 'acknowledged']);
    expect(takenOf(mediumId).map(({ kind }) => kind)).toEqual(['access_requested', 'access_granted']);
  });

  it('sets nothing aside while the back office is away or does not know our key', async () => {
    const mediumId = randomUUID();
    const stranger = createHttpBackOffice({ ...options, signingKeys: [newSigningKey()] });
    await tell(mediumId);

    await attempt(mediumId, mostRefusals + 2, { ...sending, backOffice: stranger });
    expect(await outcomesOf(mediumId)).toEqual([null]);
    expect(takenOf(mediumId)).toEqual([]);

    await sendAll([mediumId]);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
  });

  it('sends a message again that a proxy answered with a page, although the page comes with 200', async () => {
    const mediumId = randomUUID();
    const behaviours: Behaviour[] = ['page'];
    fake.behave(() => behaviours.shift() ?? 'take');
    await tell(mediumId);

    await sendMessages(sending, mediumId);
    expect(await outcomesOf(mediumId)).toEqual([null]);
    await sendAll([mediumId]);

    expect(takenOf(mediumId)).toHaveLength(1);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
  });

  it('gives up a call that hangs, and sends the message again', async () => {
    const mediumId = randomUUID();
    const behaviours: Behaviour[] = ['hang'];
    fake.behave(() => behaviours.shift() ?? 'take');
    const backOffice = createHttpBackOffice({ ...options, connectMs: 50, answerMs: 100 });
    await tell(mediumId);

    await sendMessages({ ...sending, backOffice }, mediumId);
    expect(takenOf(mediumId)).toEqual([]);
    await sendAll([mediumId]);

    expect(takenOf(mediumId)).toHaveLength(1);
  });

  it('finishes nothing when what follows from the acknowledgement fails, and sends the message again', async () => {
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

    expect(placesOf(takenOf(mediumId))).toEqual([1, 1]);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
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
    await wakeForgotten(sending.pool);

    expect(await jobs()).toHaveLength(1);
  });
});
