import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Behaviour, newSigningKey } from '../../../test/back-office.ts';
import { createSending, placesOf } from '../../../test/back-office-messages.ts';
import { createHttpBackOffice } from '../../gateways/http-back-office.ts';
import { sendMessages, wakeForgotten } from './send-messages.service.ts';

const { pool, fake, options, acknowledged, sending, tell, attempt, sendAll, takenOf, outcomesOf } =
  await createSending();

beforeEach(() => {
  fake.behave(() => 'take');
  acknowledged.length = 0;
});

const distinct = <Value>(values: readonly Value[]) => [...new Set(values)];
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('sending messages to the back office', () => {
  it('sends what happened to an unpaid fare in the words of the contract, with its signature', async () => {
    const mediumId = randomUUID();
    const paymentId = randomUUID();
    await tell(mediumId, { paymentId, srid: '7K2M4Q9T1XB5ZC', amountMinor: 1125 });

    await sendAll([mediumId]);

    expect(takenOf(mediumId)).toEqual([
      {
        messageId: expect.any(String),
        sequence: { of: mediumId, number: expect.any(Number) },
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

  it('sends no message again that was acknowledged', async () => {
    const mediumId = randomUUID();
    await tell(mediumId);
    await sendAll([mediumId]);
    const calls = fake.calls();

    await attempt(mediumId, 3);
    await wakeForgotten(sending.pool);

    expect(fake.calls()).toBe(calls);
    expect(await outcomesOf(mediumId)).toEqual(['acknowledged']);
    expect(acknowledged).toHaveLength(1);
  });

  it('passes on that the card may travel', async () => {
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
      const places = placesOf(takenOf(mediumId));
      expect(distinct(places)).toEqual(upTo(15));
      // A repetition comes before the next message, never after it.
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(await outcomesOf(mediumId)).toEqual(upTo(15).map(() => 'acknowledged'));
    }
    expect(fake.taken.length).toBeGreaterThan(60);
    expect(acknowledged).toHaveLength(60);
  });

  it('signs with each of two keys, so that the back office can change over', async () => {
    const mediumId = randomUUID();
    const backOffice = createHttpBackOffice({ ...options, signingKeys: [newSigningKey(), ...options.signingKeys] });
    await tell(mediumId);

    await sendMessages({ ...sending, backOffice }, mediumId);

    expect(takenOf(mediumId)).toHaveLength(1);
  });

  it('has nothing to do when the waiting messages were deleted, and sends what comes later', async () => {
    const mediumId = randomUUID();
    await tell(mediumId);
    await pool.query('delete from back_office_messages where medium_id = $1', [mediumId]);

    await sendAll([mediumId]);
    await tell(mediumId);
    await sendAll([mediumId]);

    expect(takenOf(mediumId)).toHaveLength(1);
  });
});
