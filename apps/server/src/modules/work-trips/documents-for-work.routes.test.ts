import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { readCsv } from '../../../test/csv.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { readPdf } from '../../../test/pdf.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { askForProof, askForStatement, at, buildRefund, passengerWithCard } from '../../../test/travel-documents.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;

const markForWork = (passenger: SignedIn, cardId: number, forWork: string[]) =>
  passenger.call({
    method: 'POST',
    url: `/public/api/v1/portal/cards/${cardId}/work-trips`,
    payload: { forWork, notForWork: [], from: at('03-01'), to: at('03-31') },
  });

/** A day whose charge covers two trips for work and a private one, and another day without any for work. */
async function workedDay() {
  const known = await passengerWithCard(testApp);
  const { medium_id } = known;
  const opened = { opened_at: at('03-03', '12:00:00'), due_minor: 740, paid_minor: 740 };
  const payment = await buildPayment(pool, { medium_id, ...opened });
  const { srid } = payment;
  const trips = [
    await buildTrip(pool, { medium_id, srid, started_at: at('03-03', '12:00:00'), fare_minor: 370 }),
    await buildTrip(pool, { medium_id, srid, started_at: at('03-03', '14:00:00'), fare_minor: 370, refund_minor: 120 }),
    await buildTrip(pool, {
      medium_id,
      srid,
      started_at: at('03-03', '17:00:00'),
      fare_minor: 0,
      fare_reason: 'daily cap',
    }),
  ];
  const other = await buildPayment(pool, { medium_id, opened_at: at('03-05', '12:00:00') });
  await buildTrip(pool, { medium_id, srid: other.srid, started_at: at('03-05', '12:00:00') });
  await buildRefund(pool, payment, { at: at('03-06'), amountMinor: 120 });
  return { ...known, srid, ids: trips.map(({ trip_id }) => trip_id) };
}

it('a proof of travel has only the trips for work if these are asked for, and says so in its title', async () => {
  const { passenger, cards, ids } = await workedDay();
  const work = [ids[1] ?? '', ids[2] ?? ''];
  await markForWork(passenger, cards, work);

  const all = readCsv((await askForProof(passenger, { cards, language: 'en_CA' })).body);
  const some = readCsv((await askForProof(passenger, { cards, only: 'work', language: 'en_CA' })).body);
  const pdf = await askForProof(passenger, { cards, only: 'work', format: 'pdf', language: 'en_CA' });

  expect(all.map((row) => row.at(-1))).toEqual(['For work', 'No', 'Yes', 'Yes', 'No']);
  expect(some.slice(1).map((row) => [row[11], row.at(-2), row.at(-1)])).toEqual([
    ['3.70', ids[1], 'Yes'],
    ['0.00', ids[2], 'Yes'],
  ]);
  const { words } = await readPdf(pdf.rawPayload);
  expect(words).toContain('Proof of travel: trips for work');
  expect(words).toContain('Fares in total: $3.70');
});

it('a travel statement has only payments with trips for work, what these cost less refunds, and never a private fare in the sum', async () => {
  const { passenger, cards, ids, srid } = await workedDay();
  await markForWork(passenger, cards, [ids[1] ?? '', ids[2] ?? '']);

  const plain = readCsv((await askForStatement(passenger, { cards, language: 'en_CA' })).body);
  const rows = readCsv((await askForStatement(passenger, { cards, only: 'work', language: 'en_CA' })).body);
  const pdf = await askForStatement(passenger, { cards, only: 'work', format: 'pdf', language: 'en_CA' });

  expect([plain[0]?.length, plain.length]).toEqual([10, 4]);
  expect(rows[0]?.slice(6)).toEqual(['Charged', 'Refunded', 'Paid', 'Currency', 'For work']);
  expect(rows.slice(1).map((row) => [row[3], ...row.slice(6)])).toEqual([
    [`OCT*${srid}`, '7.40', '0.00', '7.40', 'CAD', '2.50'],
    [`OCT*${srid}`, '0.00', '1.20', '-1.20', 'CAD', ''],
  ]);
  const { words } = await readPdf(pdf.rawPayload);
  expect(words).toContain('Travel statement: trips for work');
  expect(words).toContain('Trips for work in total: $2.50');
});

it('both say no_trips_for_work where no trip is for work', async () => {
  const { passenger, cards } = await workedDay();

  for (const ask of [askForProof, askForStatement])
    for (const format of ['csv', 'pdf'])
      expect(codeOf(await ask(passenger, { cards, only: 'work', format }))).toBe('no_trips_for_work');
});

it('both are refused where the operator withholds the choice of trips for work', async () => {
  const other = await createTestApp([portalRole], {
    config: { withheldPermissions: ['card-trips-history-table.work'] },
  });
  const { passenger, cards, medium_id } = await passengerWithCard(other);
  await buildTrip(other.pool, { medium_id, started_at: at('03-03') });

  for (const ask of [askForProof, askForStatement])
    expect(codeOf(await ask(passenger, { cards, only: 'work' }))).toBe('0107');
  expect((await askForProof(passenger, { cards })).statusCode).toBe(200);
});
