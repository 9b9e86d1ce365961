import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { count, emptyTables } from '../../../test/feed-fixture.ts';
import { v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { later, night, payment, travel } from '../../../test/littlepay-payment.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const second = { retrieval_reference_number: 'second' };

describe('a payment that is delivered in parts', () => {
  it.each([
    ['nothing asked yet', [], [], 'open', 0],
    [
      'a card check only',
      [v3.answer('A', night, 'VERIFIED', { request_type: 'Card_Check', amount: '0.00' })],
      [],
      'open',
      0,
    ],
    ['authorised, not settled', [v3.answer('A', night, 'Authorised')], [], 'pending', 0],
    [
      'a settlement without an answer',
      [v3.answer('A', night, 'AUTHORISED')],
      [v3.settlement('S', 'A', '3.60', { settlement_status: 'PENDING' })],
      'pending',
      0,
    ],
    ['settled', [v3.answer('A', night, 'AUTHORISED')], [v3.settlement('S', 'A', '3.60')], 'accepted', 360],
    ['settled without a request to the bank', [], [v3.settlement('S', 'A', '3.60')], 'accepted', 360],
    ['declined', [v3.answer('A', night, 'DECLINED')], [], 'payment_error', 0],
    ['invalid', [v3.answer('A', night, 'invalid')], [], 'payment_error', 0],
    ['unrecoverable', [v3.answer('A', night, 'UNRECOVERABLE')], [], 'payment_error', 0],
    [
      'a settlement refused',
      [v3.answer('A', night, 'AUTHORISED')],
      [v3.settlement('S', 'A', '3.60', { settlement_status: 'REJECTED' })],
      'payment_error',
      0,
    ],
    [
      'a settlement failed',
      [v3.answer('A', night, 'AUTHORISED')],
      [v3.settlement('S', 'A', '3.60', { settlement_status: 'FAILED' })],
      'application_error',
      0,
    ],
    ['the bank out of reach', [v3.answer('A', night, 'UNAVAILABLE')], [], 'application_error', 0],
    ['an unknown answer', [v3.answer('A', night, 'MOONSTRUCK')], [], 'application_error', 0],
    ['a card that is lost', [v3.answer('A', night, 'LOST')], [], 'lost', 0],
    ['a card that is stolen', [v3.answer('A', night, 'Stolen')], [], 'lost', 0],
    [
      'a card that is no longer valid',
      [v3.answer('A', night, 'DECLINED', { response_code: '202' })],
      [],
      'card_dead',
      0,
    ],
    ['a card of another bank', [v3.answer('A', night, 'DECLINED', { response_code: '54' })], [], 'card_dead', 0],
    [
      'two answers of one instant, whatever their order',
      [
        v3.answer('A', night, 'AUTHORISED', { retrieval_reference_number: 'one' }),
        v3.answer('A', night, 'DECLINED', { retrieval_reference_number: 'two' }),
        v3.answer('A', night, 'DECLINED', { retrieval_reference_number: 'three' }),
      ],
      [],
      'pending',
      0,
    ],
    [
      'a refusal and a card check of one instant',
      [v3.answer('A', night, 'DECLINED'), v3.answer('A', night, 'VERIFIED', { request_type: 'CARD_CHECK' })],
      [],
      'payment_error',
      0,
    ],
    [
      'a refusal and a recovery of one instant',
      [
        v3.answer('A', night, 'AUTHORISED', { request_type: 'DEBT_RECOVERY_AUTHCHECK' }),
        v3.answer('A', night, 'DECLINED'),
      ],
      [],
      'pending',
      0,
    ],
    [
      'a further question refused, before the settlement of the first has come',
      [v3.answer('A', night, 'AUTHORISED'), v3.answer('A', later, 'DECLINED', second)],
      [],
      'pending',
      0,
    ],
    [
      'a recovery refused: what the bank agreed to has come to nothing',
      [
        v3.answer('A', night, 'AUTHORISED'),
        v3.answer('A', later, 'DECLINED', { ...second, request_type: 'DEBT_RECOVERY_AUTHCHECK' }),
      ],
      [],
      'payment_error',
      0,
    ],
    [
      'a refusal after the bank let go of what it had agreed to',
      [
        v3.answer('A', night, 'AUTHORISED'),
        v3.answer('A', '2025-10-04T03:40:00Z', 'AUTHORISED', { request_type: 'AUTHORISATION_REVERSAL' }),
        v3.answer('A', later, 'DECLINED', second),
      ],
      [],
      'payment_error',
      0,
    ],
    [
      'a further question refused after the bank did not let go of what it had agreed to',
      [
        v3.answer('A', night, 'AUTHORISED'),
        v3.answer('A', '2025-10-04T03:40:00Z', 'DECLINED', { request_type: 'AUTHORISATION_REVERSAL' }),
        v3.answer('A', later, 'DECLINED', second),
      ],
      [],
      'pending',
      0,
    ],
    [
      'more refused than the bank had agreed to',
      [v3.answer('A', night, 'AUTHORISED', { amount: '1.00' }), v3.answer('A', later, 'DECLINED', second)],
      [],
      'payment_error',
      0,
    ],
    ['questions without any answer', [v3.answer('A', night, '')], [], 'corrupted', 0],
    [
      'a question without an answer after one with',
      [v3.answer('A', night, 'DECLINED'), v3.answer('A', later, '')],
      [],
      'payment_error',
      0,
    ],
    [
      'a reversal after an answer',
      [v3.answer('A', night, 'AUTHORISED'), v3.answer('A', later, 'DECLINED', { request_type: 'Reversal' })],
      [],
      'pending',
      0,
    ],
  ])('with %s', async (_, answers, settlements, status, paid) => {
    await deliver(url, {
      ...travel,
      ...(answers.length > 0 && { answers }),
      ...(settlements.length > 0 && { settlements }),
    });

    expect(await one(pool, payment)).toEqual({ status, reason: 'trip', due: 360, paid, recovered: 0 });
  });

  it.each([
    ['LOST', '205', 'lost'],
    ['STOLEN', '', 'lost'],
    ['DECLINED', '202', 'card_dead'],
  ])("that the bank refused because of the card (%s %s) is owed, and the card's status is %s", async (...told) => {
    const [status, response_code, card] = told;
    await deliver(url, { ...travel, answers: [v3.answer('A', night, status, { response_code })] });

    expect(await one(pool, 'select state, due_minor::int as due from debts')).toEqual({ state: 'owed', due: 360 });
    expect(await one(pool, 'select status from media')).toEqual({ status: card });
  });

  it('of which the bank took a part owes the rest, and the part counts once', async () => {
    const answers = [
      v3.answer('A', night, 'AUTHORISED', { amount: '1.00' }),
      v3.answer('A', later, 'DECLINED', { ...second, amount: '2.60' }),
    ];
    await deliver(url, travel);
    await deliver(url, { answers, settlements: [v3.settlement('S', 'A', '1.00')] }, { at: '202510060430' });

    expect(await one(pool, payment)).toMatchObject({ status: 'payment_error', due: 360, paid: 100 });
    expect(await one(pool, 'select due_minor::int as due, paid_minor::int as paid from debts')).toEqual({
      due: 260,
      paid: 100,
    });
  });

  it.each([
    ['references of their own', 'second'],
    ['one reference for both', 'first'],
  ])('that was declined and recovered, with %s, is paid, and the recovered amount is shown', async (_, reference) => {
    await deliver(url, {
      ...travel,
      answers: [
        v3.answer('A', night, 'DECLINED', { retrieval_reference_number: 'first' }),
        v3.answer('A', later, 'AUTHORISED', {
          request_type: 'DEBT_RECOVERY_AUTHCHECK',
          retrieval_reference_number: reference,
        }),
      ],
    });
    const between = await one(pool, payment);
    const recovery = v3.settlement('S', 'A', '3.60', {
      retrieval_reference_number: reference,
      request_created_timestamp_utc: later,
    });
    await deliver(url, { settlements: [recovery] }, { at: '202510060430' });

    expect(between).toMatchObject({ status: 'pending', paid: 0 });
    expect(await one(pool, payment)).toEqual({
      status: 'accepted',
      reason: 'trip',
      due: 360,
      paid: 360,
      recovered: 360,
    });
    expect(await one(pool, 'select kind, direction from settlements')).toEqual({
      kind: 'debt_recovery',
      direction: 'debit',
    });
  });

  it('of nothing has the status none and is never a debt', async () => {
    await deliver(url, { ...travel, fares: [v3.fare('M', 'A', '0.00')], answers: [v3.answer('A', night, 'DECLINED')] });

    expect(await one(pool, payment)).toMatchObject({ status: 'none', due: 0, paid: 0 });
  });

  it('is made without known fares, and is corrected when they come', async () => {
    await deliver(url, {
      settlements: [v3.settlement('S', 'A', '3.60')],
      answers: [v3.answer('A', night, 'AUTHORISED')],
    });
    const alone = await one(pool, payment);
    const { fares, ...others } = travel;
    await deliver(url, { fares: [...fares, v3.fare('M2', 'A', '1.00')], ...others }, { at: '202510200430' });

    expect(alone).toMatchObject({ status: 'accepted', due: 360, paid: 360 });
    expect(await one(pool, payment)).toMatchObject({ status: 'pending', due: 460, paid: 360 });
  });

  it('waits while its card is not known', async () => {
    const [report] = await deliver(url, { answers: [v3.answer('A', night, 'DECLINED')] });
    expect([await count(pool, 'payments'), await count(pool, 'authorisations')]).toEqual([0, 0]);
    expect(report?.counts.toJSON().pieces).toMatchObject({ inserted: 1, waiting: 1 });
    await deliver(url, travel, { at: '202510050430' });

    expect(await one(pool, payment)).toMatchObject({ status: 'payment_error' });
    expect(await count(pool, 'authorisations')).toBe(1);
  });

  it('moves its opening to an earlier tap that comes late, and is not doubled', async () => {
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')] });
    await deliver(
      url,
      {
        taps: [v3.tap('T0', '2025-10-03T06:00:00.000Z')],
        links: [v3.link('T0', 'M0')],
        fares: [v3.fare('M0', 'A', '0.00')],
      },
      { at: '202510060430' },
    );

    expect(await one(pool, `select opened_at, service_day from payments`)).toEqual({
      opened_at: '2025-10-03 06:00:00+00',
      service_day: '2025-10-03',
    });
    expect(await one(pool, 'select opened_at from service_references')).toEqual({
      opened_at: '2025-10-03 06:00:00+00',
    });
  });

  it('without any tap yet opens at the earliest update of its fares, in every order of the files', async () => {
    const noted = (at: string) => ({ record_updated_timestamp_utc: at });
    const early = [v3.fare('M1', 'A', '3.60', noted(night)), v3.fare('M2', 'A', '1.80', noted(night))];
    const files = { '202510050430': early, '202510060430': [v3.fare('M1', 'A', '3.60', noted(later))] };
    const taps = [v3.tap('T9', '2025-10-03T08:00:00.000Z')];

    const opened = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, { taps, fares: files[at as keyof typeof files] }, { at })),
      outcome: () => one(pool, 'select opened_at from payments'),
    });

    expect(opened).toEqual([{ opened_at: '2025-10-04 03:30:00+00' }]);
  });
});
