import { tripPage } from '@tapfolio/contracts/trips.ts';
import { addUp } from '@tapfolio/domain/money.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { readCsv } from '../../../test/csv.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { readPdf } from '../../../test/pdf.ts';
import { askForProof, at, passengerWithCard, periodsAtDayCuts } from '../../../test/travel-documents.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;

/** A partner in another zone and with another currency. */
async function overTheBorder() {
  await pool.query(`insert into operators values ('9', 'Over the border', 'Europe/Paris', '04:00', 'EUR', false)
    on conflict do nothing`);
  return { operator_code: '9', currency: 'EUR' };
}

/** The column with this head of every row. */
function column(rows: readonly string[][], head: string): (string | undefined)[] {
  const place = rows[0]?.indexOf(head) ?? -1;
  expect(place).not.toBe(-1);
  return rows.slice(1).map((row) => row[place]);
}

describe('a proof of travel', () => {
  it('has the trips of the cards with times, stops and references, the oldest first, as CSV for programs', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const other = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Watch, "blue"' });
    const charged = await buildTrip(pool, {
      medium_id,
      started_at: at('03-05', '13:00:07.25'),
      checked_out_at: at('03-05', '13:20:00'),
      srid: 'E0ZKJ1J6R9ZJZR',
      refund_minor: 125,
      fare_minor: 1250,
    });
    const abroad = await buildTrip(pool, {
      medium_id: other.medium_id,
      started_at: at('03-04', '16:30:00'),
      ...(await overTheBorder()),
      line_id: null,
      line_name: null,
      transport_type: null,
      to_name: null,
      status: 'provisional',
    });

    const response = await askForProof(passenger, { cards: `${other.card_id},${cards},${cards}`, language: 'en_CA' });

    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="travel-proof-2026-03-01-2026-03-31.csv"',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    expect(response.body.split('\r\n')).toEqual([
      '\ufeffDay,Check-in,Check-in stop,Check-out,Check-out stop,Line,Transport,Operator,Card,Card number,Status,Fare,Refunded,Currency,On your bank statement,Trip ID,For work',
      `2026-03-04,2026-03-04T17:30:00+01:00,Harbour,,,,Other,Over the border,"Watch, ""blue""",Visa ending in 4242,Started,3.70,,EUR,,${abroad.trip_id},No`,
      `2026-03-05,2026-03-05T08:00:07-05:00,Harbour,2026-03-05T08:20:00-05:00,Hill,11 as delivered,Bus,Lakeshore Transit,Everyday,Visa ending in 4242,Finished,12.50,1.25,CAD,OCT*E0ZKJ1J6R9ZJZR,${charged.trip_id},No`,
      '',
    ]);
  });

  it("is in the account's language when the page names none, with amounts as spreadsheets of that language read them, and ISO days and times", async () => {
    const passenger = await signIn({ display_language: 'fr_CA' });
    const { medium_id, card_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await buildTrip(pool, { medium_id, started_at: at('03-02') });

    const rows = readCsv((await askForProof(passenger, { cards: card_id })).body, ';');

    expect(rows[0]?.slice(0, 3)).toEqual(['Jour', 'Validation à l’entrée', 'Arrêt d’entrée']);
    expect([rows[1]?.[1], rows[1]?.[11]]).toEqual(['2026-03-02T11:00:00-05:00', '3,70']);
  });

  it('has the rows of the list of the same days, and their fares come to the sum at its foot: two currencies, refunds, broken and free trips, a replaced card', async () => {
    const { passenger, card, medium_id, cards } = await passengerWithCard(testApp);
    await buildTrip(pool, { medium_id, started_at: at('03-02'), refund_minor: 370, refund_reason: 'delay' });
    await buildTrip(pool, { medium_id, started_at: at('03-03'), status: 'fallback', fare_minor: 990, to_name: null });
    await buildTrip(pool, { medium_id, started_at: at('03-04'), fare_minor: 0, fare_reason: 'daily cap' });
    await buildTrip(pool, { medium_id, started_at: at('03-05'), ...(await overTheBorder()) });
    await buildTrip(pool, { medium_id, started_at: at('03-05') });
    const former = await buildFormerMedium(pool, card);
    await buildTrip(pool, { medium_id: former, started_at: at('03-05', '17:00:00'), fare_minor: 42 });

    const rows = readCsv((await askForProof(passenger, { cards, language: 'en_CA' })).body);
    const list = await passenger.call({
      url: `/public/api/v1/portal/cards/${cards}/trips?limit=1000&from=2026-03-01T09:30:00Z&to=2026-04-01T08:30:00Z`,
    });

    const { items } = tripPage.parse(list.json());
    expect(column(rows, 'Trip ID')).toEqual(items.map(({ id }) => id).toReversed());
    expect(column(rows, 'Day')).toEqual(items.map(({ serviceDay }) => serviceDay).toReversed());
    const fares = column(rows, 'Fare').map((fare) => Math.round(Number(fare) * 100));
    const currencies = column(rows, 'Currency');
    const proven = fares.map((amountMinor, row) => ({ amountMinor, currency: currencies[row] ?? '' }));
    expect(addUp(proven)).toEqual(addUp(items.map(({ fare }) => fare).toReversed()));
    expect(addUp(proven)).toEqual([
      { amountMinor: 370 + 990 + 370 + 42, currency: 'CAD' },
      { amountMinor: 370, currency: 'EUR' },
    ]);
  });

  it('never calls a time a check-in that is only that of the check-out, nor a check-out what was not recorded', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const stopless = { medium_id, checked_out_at: null, to_name: null };
    await buildTrip(pool, { ...stopless, started_at: at('03-02') });
    const exit = { started_at: at('03-03'), checked_out_at: at('03-03'), from_name: null, status: 'fallback' };
    await buildTrip(pool, { medium_id, ...exit });
    await buildTrip(pool, { ...stopless, started_at: at('03-04'), from_name: null });
    await buildTrip(pool, { medium_id, started_at: at('03-05'), checked_out_at: null });

    const rows = readCsv((await askForProof(passenger, { cards })).body);

    expect(rows.slice(1).map((row) => row.slice(1, 5))).toEqual([
      ['2026-03-02T11:00:00-05:00', 'Harbour', '', ''],
      ['', '', '2026-03-03T11:00:00-05:00', 'Hill'],
      ['2026-03-04T11:00:00-05:00', '', '', ''],
      ['2026-03-05T11:00:00-05:00', 'Harbour', '', 'Hill'],
    ]);
  });

  it.each(periodsAtDayCuts)(
    'begins and ends at the day cut of the operator $period',
    async ({ from, to, begin, end }) => {
      const { passenger, medium_id, cards } = await passengerWithCard(testApp);
      const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
      const made = [];
      for (const started_at of [before(begin), begin, before(end), end])
        made.push(await buildTrip(pool, { medium_id, started_at }));

      const rows = readCsv((await askForProof(passenger, { cards, from, to })).body);

      expect(rows.slice(1).map((row) => row.at(-2))).toEqual(made.slice(1, 3).map(({ trip_id }) => trip_id));
    },
  );

  it('tells the two hours of the night in which the clocks are set back apart', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const night = { medium_id, service_day: '2026-10-31' };
    await buildTrip(pool, { ...night, started_at: at('11-01', '05:30:00'), checked_out_at: at('11-01', '06:30:00') });

    const asked = { cards, from: '2026-10-31', to: '2026-10-31' };
    const rows = readCsv((await askForProof(passenger, asked)).body);

    expect([rows[1]?.[0], rows[1]?.[1], rows[1]?.[3]]).toEqual([
      '2026-10-31',
      '2026-11-01T01:30:00-04:00',
      '2026-11-01T01:30:00-05:00',
    ]);
  });

  it('shows nothing from before the card changed hands, nor of a card that is no longer linked', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    await buildTrip(pool, { medium_id, started_at: at('03-02') });
    const own = await buildTrip(pool, { medium_id, started_at: at('03-20') });
    await insertRow(pool, 'history_bounds', { medium_id, shown_from: at('03-10') });

    const rows = readCsv((await askForProof(passenger, { cards })).body);

    expect(rows.slice(1).map((row) => row.at(-2))).toEqual([own.trip_id]);
    await pool.query('delete from cards where medium_id = $1', [medium_id]);
    expect((await askForProof(passenger, { cards })).statusCode).toBe(404);
  });

  it('gives a spreadsheet no formula to run, whatever cards, lines and stops are called', async () => {
    const formula = '=HYPERLINK("https://example.org")';
    const { passenger, medium_id, cards } = await passengerWithCard(testApp, formula);
    const names = { line_name: '@line', line_id: null, from_name: '+from', to_name: '-to' };
    await buildTrip(pool, { medium_id, started_at: at('03-02'), checked_out_at: at('03-02'), ...names });

    const [, row = []] = readCsv((await askForProof(passenger, { cards })).body);

    expect([row[2], row[4], row[5], row[8]]).toEqual(["'+from", "'-to", "'@line", `'${formula}`]);
  });
});

describe('a proof of travel as PDF', () => {
  it('names its passenger and the card that was tapped, and comes to the sum of the list', async () => {
    const passenger = await signIn({ first_name: 'Mia', last_name: 'Roy' });
    const card = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Everyday' });
    const { medium_id, card_id } = card;
    const { medium_id: replaced } = await buildMedium(pool, { last_four: '1881' });
    await buildFormerMedium(pool, card, replaced);
    await buildTrip(pool, { medium_id: replaced, started_at: at('03-02'), srid: 'E0ZKJ1J6R9ZJZR' });
    await buildTrip(pool, { medium_id, started_at: at('03-03'), refund_minor: 111 });

    const asked = { cards: card_id, format: 'pdf', language: 'en_CA' };
    const response = await askForProof(passenger, asked);

    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="travel-proof-2026-03-01-2026-03-31.pdf"',
      'cache-control': 'no-store',
    });
    const { words, isTagged, language } = await readPdf(response.rawPayload);
    expect([isTagged, language]).toEqual([true, 'en-CA']);
    const parts = [
      'Mia Roy',
      'Everyday (Visa ending in 4242)',
      '1881)',
      'OCT*E0ZKJ1J6R9ZJZR',
      'Fares in total: $7.40',
      'Refunded in total: $1.11',
    ];
    for (const part of parts) expect(words.replace(/\s+/g, ' ')).toContain(part);
    expect(words).not.toContain('@');
  });
});
