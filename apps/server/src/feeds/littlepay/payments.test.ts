import { beforeEach, describe, expect, it } from 'vitest';
import { count, emptyTables } from '../../../test/feed-fixture.ts';
import { v1, v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { derivedReference } from './derived-reference.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const [morning, night, later] = ['2025-10-03T08:00:00.000Z', '2025-10-04T03:30:00.000Z', '2025-10-05T03:30:00.000Z'];
const travel = {
  taps: [v3.tap('T', morning)],
  links: [v3.link('T', 'M')],
  fares: [v3.fare('M', 'A', '3.60')],
};
const payment = `select status, reason, due_minor::int as due, paid_minor::int as paid, debt_paid_minor::int as recovered
  from payments where reason <> 'refund'`;

describe('a payment told in parts', () => {
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
    ['settled, and nobody was asked', [], [v3.settlement('S', 'A', '3.60')], 'accepted', 360],
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
    ['an answer that nobody knows', [v3.answer('A', night, 'MOONSTRUCK')], [], 'application_error', 0],
    ['a card that is lost', [v3.answer('A', night, 'LOST')], [], 'lost', 0],
    ['a card that is stolen', [v3.answer('A', night, 'Stolen')], [], 'lost', 0],
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

  it('that was declined and recovered is paid, and what was recovered is told', async () => {
    await deliver(url, {
      ...travel,
      answers: [
        v3.answer('A', night, 'DECLINED', { retrieval_reference_number: 'first' }),
        v3.answer('A', later, 'AUTHORISED', {
          request_type: 'DEBT_RECOVERY_AUTHCHECK',
          retrieval_reference_number: 'second',
        }),
      ],
    });
    const between = await one(pool, payment);
    const recovery = v3.settlement('S', 'A', '3.60', { retrieval_reference_number: 'second' });
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

  it('of nothing is none and never a debt', async () => {
    await deliver(url, { ...travel, fares: [v3.fare('M', 'A', '0.00')], answers: [v3.answer('A', night, 'DECLINED')] });

    expect(await one(pool, payment)).toMatchObject({ status: 'none', due: 0, paid: 0 });
  });

  it('is made where its fares are unknown, and is right when they come', async () => {
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

  it('waits where nothing names its card', async () => {
    const [report] = await deliver(url, { answers: [v3.answer('A', night, 'DECLINED')] });
    expect([await count(pool, 'payments'), await count(pool, 'authorisations')]).toEqual([0, 0]);
    expect(report?.counts.toJSON().pieces).toMatchObject({ inserted: 1, waiting: 1 });
    await deliver(url, travel, { at: '202510050430' });

    expect(await one(pool, payment)).toMatchObject({ status: 'payment_error' });
    expect(await count(pool, 'authorisations')).toBe(1);
  });

  it('moves its opening to an earlier tap that comes late, and stays one', async () => {
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
});

describe('a settlement', () => {
  it('that is told as pending and as settled is one, in either order of lines and files', async () => {
    const pending = v3.settlement('S', 'A', '3.60', {
      settlement_status: 'PENDING',
      record_updated_timestamp_utc: night,
    });
    const settled = v3.settlement('S', 'A', '3.60', { record_updated_timestamp_utc: later });
    await deliver(url, { ...travel, settlements: [settled, pending] });
    await deliver(url, { settlements: [pending] }, { at: '202510070430' });
    await deliver(url, { settlements: [pending, settled] }, { at: '202510030430' });

    expect(await count(pool, 'settlements')).toBe(1);
    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', paid: 360 });
  });

  it('that was refused and is settled by an older file of a newer date counts as settled', async () => {
    const refused = v3.settlement('S', 'A', '3.60', {
      settlement_status: 'REJECTED',
      record_updated_timestamp_utc: night,
    });
    const settled = v3.settlement('S', 'A', '3.60', { record_updated_timestamp_utc: later });
    await deliver(url, { ...travel, settlements: [refused] }, { at: '202510070430' });
    const before = await one(pool, payment);
    await deliver(url, { settlements: [settled] }, { at: '202510060430' });

    expect(before).toMatchObject({ status: 'payment_error' });
    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', paid: 360 });
  });

  it('of version 1 says neither direction nor status: the first is the charge, the next gives back', async () => {
    const at = (time: string) => ({ request_created_timestamp_utc: time, response_created_timestamp_utc: time });
    await deliver(url, {
      fares: [v1.fare('M', 'A', '3.60')],
      settlements: [v1.settlement('S2', 'A', '3.60', at(later)), v1.settlement('S1', 'A', '3.60', at(night))],
    });

    const { rows } = await pool.query('select direction, kind, approved from settlements order by requested_at');
    expect(rows).toEqual([
      { direction: 'debit', kind: 'charge', approved: true },
      { direction: 'credit', kind: 'refund', approved: true },
    ]);
    expect(await one(pool, `select paid_minor::int as paid from payments where reason = 'refund'`)).toEqual({
      paid: -360,
    });
  });

  it('never falls together with the credit that has its id', async () => {
    await deliver(url, {
      ...travel,
      settlements: [v3.settlement('S', 'A', '3.60')],
      credits: [v3.settlement('C', 'A', '3.60', { settlement_type: 'Credit' })],
    });

    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', due: 360, paid: 360 });
    expect(
      await one(
        pool,
        `select paid_minor::int as paid, currency::text as currency from payments where reason = 'refund'`,
      ),
    ).toEqual({
      paid: -360,
      currency: 'GBP',
    });
  });
});

describe('answers of one instant', () => {
  it('are one: a copy without the reference of the bank goes, and of two the settled one stays', async () => {
    await deliver(url, {
      ...travel,
      answers: [
        v3.answer('A', night, 'DECLINED', { retrieval_reference_number: '' }),
        v3.answer('A', night, 'INVALID', { retrieval_reference_number: 'other' }),
        v3.answer('A', night, 'AUTHORISED'),
      ],
      settlements: [v3.settlement('S', 'A', '3.60', { settlement_status: 'PENDING' })],
    });

    expect(await one(pool, payment)).toMatchObject({ status: 'pending' });
  });
});

describe('a refund', () => {
  const refunded = 'select refund_minor::int as amount, refund_reason as reason from trips';

  it('that is approved stands on its trip, whole or in part, beside the movement of the money', async () => {
    await deliver(url, {
      ...travel,
      settlements: [v3.settlement('S', 'A', '3.60')],
      refunds: [v3.refund('R', 'M', '1.20')],
    });
    const before = await one(pool, refunded);
    await deliver(
      url,
      { credits: [v3.settlement('C', 'A', '1.20', { settlement_type: 'CREDIT', refund_id: 'R' })] },
      { at: '202510060430' },
    );

    expect(before).toEqual({ amount: 120, reason: 'Delay' });
    expect(await one(pool, refunded)).toEqual({ amount: 120, reason: 'Delay' });
    expect(await one(pool, payment)).toMatchObject({ due: 360, paid: 360, status: 'accepted' });
  });

  it('that was refused, or whose money did not move, is none; one approved after that is', async () => {
    await deliver(url, { ...travel, refunds: [v3.refund('R1', 'M', '3.60', { approval_status: 'Refused' })] });
    const refused = await one(pool, refunded);
    await deliver(url, { refunds: [v3.refund('R2', 'M', '3.60')] }, { at: '202510050430' });
    const approved = await one(pool, refunded);
    const failed = v3.settlement('C', 'A', '3.60', {
      settlement_type: 'CREDIT',
      settlement_status: 'FAILED',
      refund_id: 'R2',
    });
    await deliver(url, { credits: [failed] }, { at: '202510060430' });

    expect(refused).toEqual({ amount: null, reason: null });
    expect(approved).toEqual({ amount: 360, reason: 'Delay' });
    expect(await one(pool, refunded)).toEqual({ amount: null, reason: null });
  });

  it('that names no fare is found by the payment and the price, or by the reference of the bank', async () => {
    const fares = [...travel.fares, v3.fare('M2', 'A', '1.00')];
    const both = { taps: [...travel.taps, v3.tap('T2', night)], links: [...travel.links, v3.link('T2', 'M2')], fares };
    const rrn = { retrieval_reference_number: 'rrn of A' };
    await deliver(url, {
      ...both,
      settlements: [v3.settlement('S', 'A', '4.60')],
      refunds: [
        v3.refund('R', null, '3.60', { aggregation_id: 'A' }),
        v3.refund('R2', null, '1.00', { ...rrn, transaction_amount: '1.00' }),
      ],
    });

    const { rows } = await pool.query('select refund_minor::int as amount from trips order by started_at');
    expect(rows).toEqual([{ amount: 360 }, { amount: 100 }]);
  });

  it('without an aggregation or a fare that is there waits, and harms nothing', async () => {
    const [, , , report] = await deliver(url, { ...travel, refunds: [v3.refund('R', 'elsewhere', '3.60')] });

    expect(report?.counts.toJSON().pieces).toMatchObject({ waiting: 1 });
    expect(await one(pool, refunded)).toEqual({ amount: null, reason: null });
  });

  it('without a request is a movement alone', async () => {
    const credit = v3.settlement('C', 'A', '3.60', { settlement_type: 'CREDIT' });
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')], credits: [credit] });

    expect(await one(pool, `select status, paid_minor::int as paid from payments where reason = 'refund'`)).toEqual({
      status: 'accepted',
      paid: -360,
    });
  });

  it('as a credit before the settlement lowers what is due; told in both ways it counts once', async () => {
    const credit = v3.fare('C', 'A', '-3.60', { type: 'CREDIT', charge_type: 'refund' });
    const two = {
      taps: [...travel.taps, v3.tap('T2', night)],
      links: [...travel.links, v3.link('T2', 'M2'), v3.link('T', 'C')],
      fares: [...travel.fares, v3.fare('M2', 'A', '1.00'), credit],
    };
    await deliver(url, { ...two, settlements: [v3.settlement('S', 'A', '1.00')] });
    const net = await one(pool, payment);
    await deliver(
      url,
      {
        settlements: [v3.settlement('S', 'A', '4.60', { record_updated_timestamp_utc: later })],
        refunds: [v3.refund('R', 'M', '3.60')],
        credits: [v3.settlement('K', 'A', '3.60', { settlement_type: 'CREDIT', refund_id: 'R' })],
      },
      { at: '202510060430' },
    );

    expect(net).toMatchObject({ due: 100, paid: 100, status: 'accepted' });
    expect(await one(pool, payment)).toMatchObject({ due: 460, paid: 460, status: 'accepted' });
    expect(await one(pool, 'select sum(refund_minor)::int as amount from trips')).toEqual({ amount: 360 });
    expect(await count(pool, 'trips')).toBe(2);
  });
});

describe('the reference of a payment', () => {
  const reference = 'select srid, amount_minor::int as amount, paid from service_references';

  it('is made of its id where the back office has none, always the same, and can be typed', async () => {
    await deliver(url, travel);
    const { srid } = await one(pool, 'select srid from trips');
    await deliver(url, { settlements: [v3.settlement('S', 'A', '3.60')] }, { at: '202510060430' });

    expect(srid).toMatch(/^[0-9A-HJ-NP-X]{14}$/);
    expect(await one(pool, reference)).toEqual({ srid, amount: 360, paid: true });
    expect(derivedReference('a', 13)).toBe(derivedReference('a', 14).slice(0, 13));
    const many = new Set(Array.from({ length: 20_000 }, (_, at) => derivedReference(String(at), 14)));
    expect(many.size).toBe(20_000);
  });

  it('is that of the back office once it names one that can be typed, everywhere', async () => {
    await deliver(url, travel);
    const named = { littlepay_reference_number: 'mv02sxt972718e' };
    await deliver(url, { answers: [v3.answer('A', night, 'AUTHORISED', named)] }, { at: '202510050430' });
    await deliver(url, { settlements: [v3.settlement('S', 'A', '3.60', named)] }, { at: '202510060430' });

    expect(await one(pool, reference)).toEqual({ srid: 'MV02SXT972718E', amount: 360, paid: true });
    for (const table of ['trips', 'payments', 'settlements', 'authorisations']) {
      expect(await one(pool, `select srid from ${table}`)).toEqual({ srid: 'MV02SXT972718E' });
    }
  });

  it('of another card is not taken over: the payment is set aside', async () => {
    const named = { littlepay_reference_number: 'MV02SXT972718E' };
    await deliver(url, { ...travel, answers: [v3.answer('A', night, 'AUTHORISED', named)] });
    const other = { funding_source_id: 'other', customer_id: 'other' };
    const reports = await deliver(
      url,
      {
        fares: [v3.fare('N', 'B', '9.00', other)],
        settlements: [v3.settlement('S2', 'B', '9.00', { ...other, ...named })],
      },
      { at: '202510060430' },
    );

    expect([...(reports[1]?.reasons ?? [])]).toEqual([['payment reference belongs to another card', 1]]);
    expect(await one(pool, reference)).toMatchObject({ amount: 360 });
  });
});

describe('an operator whose money another format tells', () => {
  it('gets trips and taps of this one, and no payment twice', async () => {
    const operator = { ...participant, moneyFrom: 'enghouse' as const };
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')] }, { operator });

    expect([await count(pool, 'trips'), await count(pool, 'payments'), await count(pool, 'settlements')]).toEqual([
      1, 0, 0,
    ]);
  });
});
