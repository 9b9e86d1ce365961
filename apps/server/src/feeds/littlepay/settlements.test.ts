import { beforeEach, describe, expect, it } from 'vitest';
import { feedCollections } from '../../../test/feed-collections.ts';
import { feedDebts } from '../../../test/feed-debts.ts';
import { count, emptyTables, temporaryFolder } from '../../../test/feed-fixture.ts';
import { v1, v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { later, night, payment, travel } from '../../../test/littlepay-payment.ts';
import { oneOutcome } from '../../../test/one-outcome.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { derivedReference } from './derived-reference.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from collections');
});
const { debt, changeTo } = feedDebts({ pool, url });
const { pay, shown } = feedCollections({ pool, url, changeTo });

describe('a settlement', () => {
  it('that is delivered as pending and as settled is one, in either order of lines and files', async () => {
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

  it('and another of its payment are all that is due as long as no fare is known', async () => {
    await deliver(url, { settlements: [v3.settlement('S', 'A', '2.00'), v3.settlement('S2', 'A', '1.50')] });

    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', due: 350, paid: 350 });
  });

  it('that was refused is settled when an older file has a newer row that says so', async () => {
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

  it.each(['DEBIT', 'CREDIT'])(
    'of type %s that a later version calls pending again has moved no money, in every order of the files',
    async (type) => {
      const folder = temporaryFolder();
      const version = (status: string, at: string) =>
        v3.settlement('S', 'A', '3.60', {
          settlement_type: type,
          settlement_status: status,
          record_updated_timestamp_utc: at,
        });
      const files = [
        writePsv(folder, '202510040430_micropayments.psv', travel.fares),
        writePsv(folder, '202510040430_settlements.psv', [version('SETTLED', night)]),
        writePsv(folder, '202510050430_settlements.psv', [version('PENDING', later)]),
      ];

      const outcome = await oneOutcome({ pool, url, operator: participant }, files, async () => ({
        ...(await one(pool, payment)),
        ...(await one(pool, 'select count(*)::int as payments from payments')),
        movements: await count(pool, 'settlements'),
      }));

      expect(outcome).toMatchObject({ due: 360, paid: 0, payments: 1, movements: 0 });
    },
  );

  it.each(['PENDING', 'REJECTED'])(
    'of a part that is %s after all leaves a fare paid whose rest its passenger has paid through us',
    async (settlement_status) => {
      const part = v3.settlement('S', 'A', '1.00');
      await deliver(url, { ...travel, answers: [v3.answer('A', night, 'LOST')], settlements: [part] });
      expect(await debt()).toMatchObject({ due: 260, state: 'owed' });
      await pay();

      const corrected = { ...part, settlement_status, record_updated_timestamp_utc: later };
      await deliver(url, { settlements: [corrected] }, { at: '202510050430' });

      expect(await debt()).toMatchObject({ due: 260, state: 'approved' });
      expect(await shown()).toMatchObject({ status: 'accepted', paid: 360, hasReceipt: true });
    },
  );

  it('that was settled stays so when an older export calls it pending after its pieces were deleted', async () => {
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')] }, { at: '202510060430' });
    await pool.query('delete from feed_pieces');
    const pending = v3.settlement('S', 'A', '3.60', { settlement_status: 'PENDING' });

    await deliver(url, { settlements: [pending] }, { at: '202510050430' });

    expect(await one(pool, payment)).toMatchObject({ status: 'accepted', paid: 360 });
  });

  it('of version 1 has neither direction nor status: the first is the charge, the next a refund', async () => {
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

  it('is kept apart from a credit of the same amount', async () => {
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

describe('answers with one time', () => {
  it('count as one: a copy without the reference of the bank is ignored, and the settled one of two counts', async () => {
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

describe('the reference of a payment', () => {
  const reference = 'select srid, amount_minor::int as amount, paid from service_references';

  it('is derived from its id where the back office has none, is always the same, and can be typed', async () => {
    await deliver(url, travel);
    const { srid } = await one(pool, 'select srid from trips');
    await deliver(url, { settlements: [v3.settlement('S', 'A', '3.60')] }, { at: '202510060430' });

    expect(srid).toMatch(/^[0-9A-HJ-NP-X]{14}$/);
    expect(await one(pool, reference)).toEqual({ srid, amount: 360, paid: true });
    expect(derivedReference('a', 13)).toBe(derivedReference('a', 14).slice(0, 13));
    const many = new Set(Array.from({ length: 20_000 }, (_, at) => derivedReference(String(at), 14)));
    expect(many.size).toBe(20_000);
  });

  it('is the one of the back office, in every table, once that names one that can be typed', async () => {
    await deliver(url, travel);
    const named = { littlepay_reference_number: 'mv02sxt972718e' };
    await deliver(url, { answers: [v3.answer('A', night, 'AUTHORISED', named)] }, { at: '202510050430' });
    await deliver(url, { settlements: [v3.settlement('S', 'A', '3.60', named)] }, { at: '202510060430' });

    expect(await one(pool, reference)).toEqual({ srid: 'MV02SXT972718E', amount: 360, paid: true });
    for (const table of ['trips', 'payments', 'settlements', 'authorisations']) {
      expect(await one(pool, `select srid from ${table}`)).toEqual({ srid: 'MV02SXT972718E' });
    }
  });

  it('of another card is refused: the payment is set aside', async () => {
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

    const reason = 'payment reference belongs to another card';
    expect([...(reports[1]?.reasons ?? [])]).toEqual([[reason, 1]]);
    expect(await one(pool, reference)).toMatchObject({ amount: 360 });

    // The payment is made again with a file of which another row is set aside: each quarantined row keeps its own file and line.
    const late = [v3.answer('B', 'never', 'AUTHORISED'), v3.answer('B', night, 'AUTHORISED', named)];
    await deliver(url, { answers: late }, { at: '202510050430' });

    const { rows } = await pool.query(
      'select name, line_number, reason from feed_quarantine join feed_files using (file_id) order by name',
    );
    expect(rows).toEqual([
      { name: '202510050430_answers.psv', line_number: 2, reason: 'not a date and time' },
      { name: '202510060430_settlements.psv', line_number: 2, reason },
    ]);
  });
});
