import { wallClockAt } from '@tapfolio/domain/service-day.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { count, emptyTables, importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { deposit, v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { elavon } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const night = '2025-10-04T03:30:00.000Z';
const travel = {
  taps: [v3.tap('T', '2025-10-03T08:00:00.000Z')],
  links: [v3.link('T', 'M')],
  fares: [v3.fare('M', 'A', '3.60')],
  answers: [v3.answer('A', night, 'AUTHORISED')],
};
const charge = deposit('rrn of A', '$3.60');
const payment = `select status, due_minor::int as due, paid_minor::int as paid from payments where reason <> 'refund'`;
const chargeback = `select amount_minor::int as amount, charged_back_at, reason_code, retrieval_reference,
  srid = (select distinct srid from payments) as is_of_payment from chargebacks`;

describe('a deposit', () => {
  it('settles a charge that the back office calls pending, by the reference of the bank', async () => {
    const pending = v3.settlement('S', 'A', '3.60', { settlement_status: 'PENDING' });
    await deliver(url, { ...travel, settlements: [pending] });
    const before = await one(pool, payment);
    await deliver(url, { deposits: [charge] }, { at: '202510060430' });

    expect(before).toMatchObject({ status: 'pending', paid: 0 });
    expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 360, paid: 360 });
    expect(await count(pool, 'settlements')).toBe(1);
  });

  it('counts as the settlement while the back office has not delivered one, and once when it has', async () => {
    await deliver(url, { ...travel, deposits: [charge] });
    const alone = await one(pool, payment);
    await deliver(url, { settlements: [v3.settlement('S', 'A', '3.60')] }, { at: '202510030430' });

    expect(alone).toEqual({ status: 'accepted', due: 360, paid: 360 });
    expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 360, paid: 360 });
    expect(await one(pool, 'select sum(amount_minor)::int as bank from settlements where approved')).toEqual({
      bank: 360,
    });
  });

  it('waits until another row names its reference', async () => {
    const [report] = await deliver(url, { deposits: [charge] });
    await deliver(url, travel, { at: '202510060430' });

    expect(report?.counts.toJSON().pieces).toMatchObject({ inserted: 1, waiting: 1 });
    expect([...(report?.notes.keys() ?? [])].join()).not.toContain('another currency');
    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', paid: 360 });
  });

  it.each(['VISA CREDIT SALE', 'MC CONSUMER CREDIT', 'VS CPS PASSENGER TRANSPORT CREDIT'])(
    'of a card that is a credit card is a charge: %s',
    async (charge_type_description) => {
      await deliver(url, { ...travel, deposits: [{ ...charge, charge_type_description }] });

      expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 360, paid: 360 });
      expect(await count(pool, 'payments')).toBe(1);
    },
  );

  it.each(['Credit', 'VISA CREDIT VOUCHER', 'Refund', 'Merchandise return'])(
    'that its words call a refund is one, also without a sign: %s',
    async (charge_type_description) => {
      const back = deposit('rrn of A', '$1.20', { charge_type_description, trn_ref_num: 'back' });
      await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')], deposits: [charge, back] });

      const refund = await one(pool, `select paid_minor::int as paid from payments where reason = 'refund'`);
      expect([refund, await one(pool, payment)]).toEqual([{ paid: -120 }, { status: 'accepted', due: 360, paid: 360 }]);
    },
  );

  it("to the card is a refund, and the back office's credit is the same refund", async () => {
    const back = deposit('rrn of A', '($1.20)', { charge_type_description: 'Credit', trn_ref_num: 'back' });
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')], deposits: [charge, back] });
    const refund = `select paid_minor::int as paid from payments where reason = 'refund'`;
    const alone = await one(pool, refund);
    await deliver(
      url,
      { credits: [v3.settlement('C', 'A', '1.20', { settlement_type: 'CREDIT' })] },
      { at: '202510060430' },
    );

    expect(alone).toEqual({ paid: -120 });
    expect(await one(pool, refund)).toEqual({ paid: -120 });
    expect(await one(pool, payment)).toMatchObject({ paid: 360 });
  });
});

describe('one reference and one amount of the bank for two payments', () => {
  const rrn = { retrieval_reference_number: 'one for two' };
  const both = {
    fares: [v3.fare('M', 'A', '3.60'), v3.fare('N', 'B', '3.60')],
    answers: [v3.answer('A', night, 'AUTHORISED', rrn), v3.answer('B', night, 'AUTHORISED', rrn)],
  };
  const pending = { ...rrn, settlement_status: 'PENDING' };
  const settlements = [v3.settlement('S', 'A', '3.60', pending), v3.settlement('U', 'B', '3.60', pending)];
  const deposits = [1, 2].map((number) => deposit('one for two', '$3.60', { trn_ref_num: `${number}` }));
  const paid = `select sum(paid_minor)::int as paid, string_agg(distinct status, ' ') as statuses from payments`;

  it.each([
    ['pending charges', { ...both, settlements }],
    ['charges that are not told', both],
  ])('pay neither payment with one deposit, and both with two: %s', async (_, told) => {
    await deliver(url, { ...told, deposits: deposits.slice(1) });
    const first = await one(pool, paid);
    await deliver(url, { ...told, deposits }, { at: '202510060430' });

    expect(first).toEqual({ paid: 0, statuses: 'pending' });
    expect(await one(pool, paid)).toEqual({ paid: 720, statuses: 'accepted' });
  });

  it('pay the payment that the bank agreed to, where it refused the other one', async () => {
    const answers = [v3.answer('A', night, 'AUTHORISED', rrn), v3.answer('B', night, 'DECLINED', rrn)];
    await deliver(url, { ...both, answers, deposits: deposits.slice(1) });

    expect(await one(pool, paid)).toEqual({ paid: 360, statuses: 'accepted payment_error' });
  });

  it('take the deposit away from the first payment when the second one comes', async () => {
    const [first, ...rest] = both.answers;
    await deliver(url, { fares: both.fares, answers: [first ?? {}], deposits: deposits.slice(1) });
    const alone = await one(pool, paid);
    await deliver(url, { answers: rest }, { at: '202510060430' });

    expect(alone).toEqual({ paid: 360, statuses: 'accepted open' });
    expect(await one(pool, paid)).toEqual({ paid: 0, statuses: 'pending' });
  });

  it('charge back neither payment, and the chargeback waits', async () => {
    const settled = settlements.map((row) => ({ ...row, settlement_status: 'SETTLED' }));
    const back = deposit('one for two', '-$3.60', { batch_type: 'C', settlement_date: '10052025' });
    const reports = await deliver(url, { ...both, settlements: settled, deposits: [back] });

    expect(await count(pool, 'chargebacks')).toBe(0);
    expect(reports.at(-1)?.counts.toJSON().pieces).toMatchObject({ waiting: 1 });
  });
});

describe('a chargeback', () => {
  it('is stored with its payment, and does not change what was paid', async () => {
    const back = { batch_type: 'C', settlement_date: '1272026', chgbk_rsn_code: '4837', chargeback_control_no: '9' };
    await deliver(
      url,
      {
        ...travel,
        settlements: [v3.settlement('S', 'A', '3.60')],
        deposits: [deposit('rrn of A', '-$3.60', back)],
      },
      { at: '202602010430' },
    );

    expect(await one(pool, chargeback)).toEqual({
      amount: 360,
      charged_back_at: '2026-01-27 04:30:00+00',
      reason_code: '4837',
      retrieval_reference: 'rrn of A',
      is_of_payment: true,
    });
    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', paid: 360 });
  });

  it.each([
    ['Europe/London', '04:30'],
    ['America/Toronto', '04:00'],
    ['Pacific/Auckland', '00:00'],
  ])('and a refund keep the day that the bank names, also the first of a year: %s', async (timeZone, dayCut) => {
    const day = '2026-01-01';
    const [ofYear, dated] = [{ settlement_date: '1012026' }, { at: '202602010430' }];
    const back = deposit('rrn of A', '-$3.60', { ...ofYear, batch_type: 'C' });
    const deposits = [charge, back, deposit('rrn of A', '-$1.00', ofYear)];
    await deliver(url, { ...travel, deposits }, { ...dated, operator: { ...participant, timeZone, dayCut } });

    const refund = await one(pool, `select opened_at, service_day::text as day from payments where reason = 'refund'`);
    const { charged_back_at: at } = await one(pool, 'select charged_back_at from chargebacks');
    expect(refund.day).toBe(day);
    expect([refund.opened_at, at].map((one) => wallClockAt(new Date(String(one)).toISOString(), timeZone).day)).toEqual(
      [day, day],
    );
  });

  it('belongs to the payment of its amount when two payments have its bank reference', async () => {
    const rrn = { retrieval_reference_number: 'one for two' };
    const back = { batch_type: 'C', settlement_date: '1272026' };
    await deliver(
      url,
      {
        fares: [v3.fare('M', 'A', '3.60'), v3.fare('N', 'B', '1.90')],
        answers: [
          v3.answer('A', night, 'AUTHORISED', rrn),
          v3.answer('B', night, 'AUTHORISED', { ...rrn, amount: '1.90' }),
        ],
        settlements: [v3.settlement('S', 'A', '3.60', rrn), v3.settlement('U', 'B', '1.90', rrn)],
        deposits: [deposit('one for two', '-$1.90', back)],
      },
      { at: '202602010430' },
    );

    const { srid } = await one(pool, 'select srid from payments where due_minor = 190');
    expect(await one(pool, 'select amount_minor::int as amount, srid from chargebacks')).toEqual({ amount: 190, srid });
  });

  it("is stored once although the bank's whole history comes again every day", async () => {
    const rows = [charge, deposit('rrn of A', '$3.60', { batch_type: 'C' })];
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')] });
    for (const at of ['202510060430', '202510070430']) await deliver(url, { deposits: [...rows, ...rows] }, { at });

    expect([await count(pool, 'chargebacks'), await count(pool, 'settlements')]).toEqual([1, 1]);
  });
});

describe('a file of the bank', () => {
  it('gives amounts with signs and thousands and dates without leading zero; rows that are no charge of a passenger are skipped', async () => {
    await deliver(
      url,
      {
        fares: [v3.fare('M', 'A', '1234.50')],
        answers: [v3.answer('A', night, 'AUTHORISED', { amount: '1234.50' })],
        deposits: [
          deposit('rrn of A', '$1,234.50', { settlement_date: '1062026.0300' }),
          deposit('', '$5.00'),
          deposit('x', '$9.99', { batch_type: 'B' }),
          deposit('y', '$9.99', { batch_type: 'A' }),
        ],
      },
      { at: '202602010430' },
    );

    expect(await one(pool, 'select amount_minor::int as amount, requested_at from settlements')).toEqual({
      amount: 123_450,
      requested_at: '2026-01-06 04:30:00+00',
    });
    expect(await one(pool, `select count(*)::int as deposits from feed_pieces where kind = 'deposit'`)).toEqual({
      deposits: 1,
    });
  });

  it('is not guessed at: a decimal comma, two signs or half a bracket set the row aside', async () => {
    const amounts = [
      '$1,50',
      '12,34',
      '1,2,345.00',
      '3 60',
      '--3.60',
      '-3.60-',
      '(-3.60)',
      '($3.60',
      '$3.60)',
      '$',
      '3.60 CR',
    ];
    const rows = amounts.map((amount, at) => deposit(`a${at}`, amount));
    const file = writePsv(temporaryFolder(), '010PR001618FUND20260127.txt', [charge, ...rows]);
    const [report] = await importInto(url, file, [participant], { format: elavon });

    expect(Object.fromEntries(report?.reasons ?? [])).toEqual({ 'not an amount of this currency': amounts.length });
  });

  it('has unreadable rows set aside', async () => {
    const file = writePsv(temporaryFolder(), '010PR001618FUND20260127.txt', [
      charge,
      deposit('a', 'free'),
      deposit('b', '$1.00', { settlement_date: 'soon' }),
      deposit('c', '$1.00', { settlement_date: '13452026' }),
      deposit('d', '$1.00', { batch_type: 'X' }),
    ]);
    const [report] = await importInto(url, file, [participant], { format: elavon });

    expect(report).toMatchObject({ status: 'imported', rows: 5 });
    expect(Object.fromEntries(report?.reasons ?? [])).toEqual({
      'not an amount of this currency': 1,
      'not a date': 1,
      'no such date or time': 1,
      'unknown batch type': 1,
    });
  });
});
