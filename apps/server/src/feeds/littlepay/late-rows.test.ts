import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { count, emptyTables } from '../../../test/feed-fixture.ts';
import { deposit, v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { later, night } from '../../../test/littlepay-payment.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

type Files = Parameters<typeof deliver>[1];

const recovery = { request_type: 'DEBT_RECOVERY_AUTHCHECK', retrieval_reference_number: 'second' };
const reversal = { request_type: 'AUTHORISATION_REVERSAL' };
const named = { littlepay_reference_number: 'MV02SXT972718E' };
/** More than three months after the day. */
const afterwards = '2026-01-12T03:30:00.000Z';
const lateDay = {
  transaction_timestamp_utc: afterwards,
  request_created_timestamp_utc: afterwards,
  response_created_timestamp_utc: afterwards,
};

/** A day with fares of 3.00 and 2.50, of which the bank took 4.00 and refused the rest. */
const day = (more = {}): Files => ({
  taps: [v3.tap('T1', '2025-10-03T08:00:00.000Z'), v3.tap('T2', '2025-10-03T17:00:00.000Z')],
  links: [v3.link('T1', 'M1'), v3.link('T2', 'M2')],
  fares: [v3.fare('M1', 'A', '3.00'), v3.fare('M2', 'A', '2.50')],
  answers: [
    v3.answer('A', night, 'AUTHORISED', { amount: '4.00', ...more }),
    v3.answer('A', later, 'DECLINED', { amount: '1.50', ...recovery, ...more }),
  ],
  settlements: [v3.settlement('S', 'A', '4.00', more)],
});

/** Deletes the pieces, as retention does. */
const forgetPieces = () => pool.query('delete from feed_pieces');

async function longAgo(files: Files): Promise<Record<string, unknown>> {
  await deliver(url, files, { at: '202510060430' });
  await forgetPieces();
  return await state();
}

/** The payment, what is owed of it, and what its reference belongs to. */
async function state(): Promise<Record<string, unknown>> {
  const payment = await one(
    pool,
    `select payment_id, opened_at, service_day, closed_at, srid, status, due_minor::int as due, paid_minor::int as paid,
      debt_paid_minor::int as recovered
    from payments
    where reason <> 'refund'`,
  );
  const { rows: debts } = await pool.query(
    'select payment_id, srid, opened_at as debt_opened_at, state, due_minor::int as owed from debts',
  );
  const known = await one(pool, 'select payment_id, srid, opened_at as found_at from service_references');
  const trips = await pool.query('select srid from trips where srid = $1', [payment.srid]);
  const elsewhere = await pool.query('select srid from settlements where srid <> $1', [payment.srid]);
  const found = { trips: trips.rows.length, elsewhere: elsewhere.rows.length };
  return { ...payment, ...known, ...debts[0], ...found };
}

const refused = (id: string, amount: string) =>
  v3.settlement(id, 'A', amount, { ...lateDay, settlement_status: 'REJECTED', retrieval_reference_number: 'third' });
const refusedRecovery = (amount: string): Files => ({
  answers: [v3.answer('A', afterwards, 'DECLINED', { ...recovery, amount, retrieval_reference_number: 'third' })],
  settlements: [refused('S2', amount)],
});
const collected: Files = {
  answers: [
    v3.answer('A', afterwards, 'AUTHORISED', { ...recovery, amount: '1.50', retrieval_reference_number: 'third' }),
  ],
  settlements: [v3.settlement('S2', 'A', '1.50', { ...lateDay, retrieval_reference_number: 'third' })],
};
const anotherTrip: Files = {
  taps: [v3.tap('T3', '2025-10-03T20:00:00.000Z')],
  links: [v3.link('T3', 'M3')],
  fares: [v3.fare('M3', 'A', '3.00')],
};
const givenBack: Files = {
  credits: [v3.settlement('C', 'A', '2.50', { ...lateDay, settlement_type: 'CREDIT', refund_id: 'R' })],
};

describe('a row that comes after the pieces of its payment were deleted', () => {
  it.each<[string, Files, Record<string, unknown>]>([
    ['a refused recovery that names no card', { answers: refusedRecovery('1.50').answers ?? [] }, {}],
    ['a refused recovery', refusedRecovery('1.50'), {}],
    [
      'a recovery that is still pending',
      { settlements: [{ ...refused('S2', '1.50'), settlement_status: 'PENDING' }] },
      {},
    ],
    ['an answer of then', { answers: [v3.answer('A', night, 'AUTHORISED', { amount: '4.00' })] }, {}],
    ['money given back by itself', givenBack, {}],
    ['a fare without its tap', { fares: [v3.fare('M1', 'A', '3.00', { charge_type: 'other' })] }, {}],
    ['a recovery that was settled', collected, { status: 'accepted', paid: 550, recovered: 150, state: 'ready' }],
    [
      'the settlement that was refused after all',
      {
        settlements: [
          v3.settlement('S', 'A', '4.00', { settlement_status: 'REJECTED', record_updated_timestamp_utc: afterwards }),
        ],
      },
      { paid: 0, owed: 550 },
    ],
    ['another trip of the day', anotherTrip, { due: 850, owed: 450, trips: 3 }],
    [
      'a fare that costs less',
      {
        ...anotherTrip,
        fares: [v3.fare('M2', 'A', '2.00')],
        links: [v3.link('T2', 'M2')],
        taps: [v3.tap('T2', '2025-10-03T17:00:00.000Z')],
      },
      { due: 500, owed: 100 },
    ],
    [
      'a fare that is deleted',
      { fares: [v3.fare('M1', 'A', '3.00', { status: 'DELETED' })] },
      { due: 250, status: 'accepted', state: 'ready', trips: 1 },
    ],
    ['a credit', { fares: [v3.fare('M4', 'A', '-1.00', { type: 'CREDIT' })] }, { due: 450, owed: 50 }],
  ])('%s changes only its own part', async (_, files, changed) => {
    const before = await longAgo(day());
    expect(before).toMatchObject({ status: 'payment_error', due: 550, paid: 400, state: 'owed', owed: 150, trips: 2 });

    await deliver(url, files, { at: '202601120430' });
    const after = await state();
    await forgetPieces();
    await deliver(url, refusedRecovery('1.00'), { at: '202605120430' });

    expect(after).toEqual({ ...before, ...changed });
    if (changed.status === undefined) expect(await state()).toEqual(after);
  });

  it('does not change what is owed when more was refused than was paid', async () => {
    const { taps, links } = day();
    const before = await longAgo({
      ...day(),
      taps: taps ?? [],
      links: links ?? [],
      fares: [v3.fare('M1', 'A', '3.20'), v3.fare('M2', 'A', '2.50')],
      answers: [v3.answer('A', later, 'DECLINED', { amount: '3.70', ...recovery })],
      settlements: [v3.settlement('S', 'A', '2.00')],
    });

    await deliver(url, refusedRecovery('3.70'), { at: '202601120430' });

    expect(before).toMatchObject({ due: 570, paid: 200, owed: 370 });
    expect(await state()).toEqual(before);
  });

  it.each([
    ['in its own file', { ...named }],
    ['by no reference that can be typed', {}],
  ])('belongs to the reference that the back office had named before, told %s', async (_, more) => {
    const before = await longAgo(day(named));
    expect(before).toMatchObject({ srid: 'MV02SXT972718E' });

    const credit = v3.settlement('C', 'A', '2.50', { ...lateDay, ...more, settlement_type: 'CREDIT' });
    await deliver(url, { credits: [credit] }, { at: '202601120430' });
    await deliver(url, { settlements: [{ ...refused('S2', '1.50'), ...more }] }, { at: '202601130430' });

    expect(await state()).toEqual(before);
    expect(await one(pool, `select srid, paid_minor::int as paid from payments where reason = 'refund'`)).toEqual({
      srid: 'MV02SXT972718E',
      paid: -250,
    });
  });

  it('does not replace a derived reference by one that the back office names later', async () => {
    const before = await longAgo(day());

    await deliver(url, { settlements: [{ ...refused('S2', '1.50'), ...named }] }, { at: '202601120430' });

    expect(await state()).toEqual(before);
  });

  it('keeps a part of the amount due that the trips do not show', async () => {
    const credit = v3.fare('M4', 'A', '-1.00', { type: 'CREDIT' });
    const before = await longAgo({ ...day(), fares: [...(day().fares ?? []), credit] });

    await deliver(url, anotherTrip, { at: '202601120430' });
    await deliver(url, refusedRecovery('1.00'), { at: '202601130430' });

    expect(before).toMatchObject({ due: 450, owed: 50 });
    expect(await state()).toEqual({ ...before, due: 750, owed: 350, trips: 3 });
  });

  it.each<[string, Files, string]>([
    ['a further question is refused', { fares: [v3.fare('M1', 'A', '3.00')] }, 'pending'],
    ['a recovery is refused', { answers: refusedRecovery('5.50').answers ?? [] }, 'payment_error'],
    ['its settlement is refused', { settlements: [refused('S2', '5.50')] }, 'payment_error'],
    ['the bank let go of it', { answers: [v3.answer('A', afterwards, 'AUTHORISED', reversal)] }, 'payment_error'],
  ])('keeps what the bank agreed to or ends it: %s', async (_, told, status) => {
    const { settlements: __, ...others } = day();
    const before = await longAgo({ ...others, answers: [v3.answer('A', night, 'AUTHORISED', { amount: '5.50' })] });
    const further = v3.answer('A', '2026-01-12T05:30:00.000Z', 'DECLINED', { amount: '5.50' });
    // A trip says which card it is.
    const files = { ...anotherTrip, fares: [v3.fare('M3', 'A', '0.00')], ...told };
    const fares = [...(files.fares ?? []), v3.fare('M3', 'A', '0.00')];

    await deliver(url, { ...files, fares, answers: [further, ...(told.answers ?? [])] }, { at: '202601120430' });
    const first = await state();
    await deliver(url, { ...anotherTrip, fares: [v3.fare('M3', 'A', '1.00')] }, { at: '202601130430' });

    expect(before).toMatchObject({ status: 'pending', due: 550 });
    expect(first).toMatchObject({ status, due: 550 });
    expect(await state()).toMatchObject({ status, due: 650 });
  });

  it('ends what the bank agreed to when that answer was wrong', async () => {
    const { settlements: _, ...others } = day();
    await longAgo({ ...others, answers: [v3.answer('A', night, 'AUTHORISED', { amount: '5.50' })] });
    const answers = [v3.answer('A', night, 'DECLINED', { amount: '5.50', record_updated_timestamp_utc: afterwards })];

    await deliver(url, { ...anotherTrip, answers }, { at: '202601120430' });

    expect(await state()).toMatchObject({ status: 'payment_error', due: 850, owed: 850 });
  });

  it.each<[string, Files, Files, Record<string, unknown>]>([
    [
      'that was paid waits for the rest where a trip of it comes',
      { ...day(), settlements: [v3.settlement('S', 'A', '5.50')] },
      anotherTrip,
      { status: 'pending', due: 850, paid: 550, trips: 3 },
    ],
    [
      'without a request to the bank is requested now',
      { taps: day().taps ?? [], links: day().links ?? [], fares: day().fares ?? [] },
      { settlements: [{ ...refused('S2', '5.50'), settlement_status: 'PENDING' }] },
      { status: 'pending' },
    ],
  ])('of a day %s', async (_, files, late, changed) => {
    const before = await longAgo(files);

    await deliver(url, late, { at: '202601120430' });

    expect(await state()).toEqual({ ...before, ...changed });
  });

  const taken = `select coalesce(sum(amount_minor) filter (where direction = 'debit'), 0)::int as taken,
    coalesce(sum(amount_minor) filter (where direction = 'credit'), 0)::int as given_back
    from settlements where approved`;

  it('is not a second charge when it is the first one under another id', async () => {
    const before = await longAgo({ ...day(), settlements: [v3.settlement('S', 'A', '4.00')] });

    await deliver(url, { settlements: [v3.settlement('S again', 'A', '4.00')] }, { at: '202601120430' });

    expect(await state()).toEqual(before);
    expect(await one(pool, taken)).toEqual({ taken: 400, given_back: 0 });
  });

  it('is a separate charge when less was taken than is due', async () => {
    const before = await longAgo({ ...day(), settlements: [v3.settlement('S', 'A', '2.50')] });

    await deliver(url, { settlements: [v3.settlement('S2', 'A', '2.50')] }, { at: '202601120430' });

    expect(await state()).toEqual({ ...before, paid: 500, owed: 50 });
  });

  it("does not double the movements that the bank's own file still has", async () => {
    const deposits = [deposit('rrn of A', '$4.00'), deposit('rrn of A', '-$1.00', { trn_ref_num: 'back' })];
    const returned = v3.settlement('C1', 'A', '1.00', { settlement_type: 'CREDIT', refund_id: 'R1' });
    await deliver(url, { ...day(), deposits }, { at: '202510060430' });
    await deliver(url, { credits: [returned] }, { at: '202510070430' });
    const before = await state();
    await pool.query(`delete from feed_pieces where kind <> 'deposit'`);

    await deliver(url, { ...anotherTrip, ...givenBack }, { at: '202601120430' });

    expect(await state()).toMatchObject({ ...before, due: 850, owed: 450, trips: 3 });
    expect(await one(pool, taken)).toEqual({ taken: 400, given_back: 350 });
    expect(await count(pool, `payments where reason = 'refund'`)).toBe(2);
  });

  it('gives the same state in every order of such rows', async () => {
    const late: Readonly<Record<string, Files>> = {
      202601120430: refusedRecovery('1.50'),
      202601130430: anotherTrip,
      // Exported before the pieces that were deleted.
      202510060400: givenBack,
    };
    const [outcome, ...others] = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(late),
      importOne: async (at) => {
        if ((await count(pool, 'payments')) === 0) await longAgo(day(named));
        await deliver(url, late[at] ?? {}, { at });
      },
      outcome: state,
    });

    expect(others).toEqual([]);
    expect(outcome).toMatchObject({ opened_at: '2025-10-03 08:00:00+00', due: 850, owed: 450, trips: 3, elsewhere: 0 });
  });
});
