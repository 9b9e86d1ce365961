import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { countedPaid } from '@tapfolio/domain/paid-and-rest.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { readCsv, sumOf } from '../../../test/csv.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { readPdf } from '../../../test/pdf.ts';
import {
  askForStatement,
  at,
  buildRefund,
  passengerWithCard,
  periodsAtDayCuts,
} from '../../../test/travel-documents.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;
const base = '/public/api/v1/portal';

describe('a travel statement', () => {
  it('has the payments of the cards in the words of the list, the oldest first, as CSV with one amount a cell', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    const other = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Watch, "blue"' });
    const later = await buildPayment(pool, { medium_id, opened_at: at('03-05'), paid_minor: 700 });
    const first = await buildPayment(pool, { medium_id: other.medium_id, opened_at: at('03-02'), currency: 'JPY' });
    await buildTrip(pool, { medium_id, started_at: at('03-05', '16:10:00'), srid: later.srid });
    await buildRefund(pool, later, { at: at('03-07'), amountMinor: 370 });
    await buildPayment(pool, { medium_id, opened_at: at('03-08'), status: 'open', paid_minor: 0, srid: null });

    const response = await askForStatement(passenger, {
      cards: `${other.card_id},${cards},${cards}`,
      language: 'en_CA',
    });

    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="travel-statement-2026-03-01-2026-03-31.csv"',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    expect(response.body).toBe(
      [
        '\ufeffDay,Card,Reason,On your bank statement,Trips,Status,Charged,Refunded,Paid,Currency',
        `2026-03-02,"Watch, ""blue""",Trip,OCT*${first.srid},0,Paid,740,0,740,JPY`,
        `2026-03-05,Everyday,Trip,OCT*${later.srid},1,Paid,7.00,0.00,7.00,CAD`,
        `2026-03-07,Everyday,Refund,OCT*${later.srid},0,Refunded,0.00,3.70,-3.70,CAD`,
        '2026-03-08,Everyday,Trip,,0,Open,0.00,0.00,0.00,CAD',
        '',
      ].join('\r\n'),
    );
  });

  it("is in the account's language when the page names none, with amounts as spreadsheets of that language read them, and ISO days", async () => {
    const passenger = await signIn({ display_language: 'fr_CA' });
    const { medium_id, card_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await buildPayment(pool, { medium_id, opened_at: at('03-02') });

    const rows = readCsv((await askForStatement(passenger, { cards: card_id })).body, ';');

    expect(rows[0]?.slice(0, 4)).toEqual(['Jour', 'Carte', 'Motif', 'Sur votre relevé bancaire']);
    expect([rows[1]?.[0], rows[1]?.[8]]).toEqual(['2026-03-02', '7,40']);
  });

  it('counts the same as the sum below the list of the same days: part payments, refunds, late collections, unknown amounts', async () => {
    const { passenger, card, medium_id, cards } = await passengerWithCard(testApp);
    const paid = await buildPayment(pool, { medium_id, opened_at: at('03-02') });
    await buildRefund(pool, paid, { at: at('03-03'), amountMinor: 111 });
    await buildPayment(pool, { medium_id, opened_at: at('03-04'), status: 'payment_error', paid_minor: 300 });
    await buildPayment(pool, { medium_id, opened_at: at('03-05'), status: 'corrupted' });
    await buildPayment(pool, { medium_id, opened_at: at('03-06'), currency: 'GBP', paid_minor: 520 });
    await buildPayment(pool, { medium_id, opened_at: at('03-07'), reason: 'debt_recovery', paid_minor: 440 });
    const contradicted = await buildPayment(pool, { medium_id, opened_at: at('03-08') });
    await buildSettlement(pool, { medium_id, srid: contradicted.srid, approved: false });
    const former = await buildFormerMedium(pool, card);
    await buildPayment(pool, { medium_id: former, opened_at: at('03-09'), paid_minor: 99 });

    const rows = readCsv((await askForStatement(passenger, { cards })).body);
    const list = await passenger.call({
      url: `${base}/cards/${cards}/payments?limit=1000&from=2026-03-01T09:30:00Z&to=2026-04-01T08:30:00Z`,
    });

    const { items } = paymentPage.parse(list.json());
    expect(rows.slice(1).map((row) => row[0])).toEqual(items.map(({ serviceDay }) => serviceDay).toReversed());
    for (const currency of ['CAD', 'GBP']) {
      const counted = items.map(countedPaid).filter((amount) => amount.currency === currency);
      expect(sumOf(rows, currency)).toBe(counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
    }
    expect(sumOf(rows, 'CAD')).toBe(740 - 111 + 300 + 99);
    const amounts = (day: string) => rows.find((row) => row[0] === day)?.slice(6, 9);
    expect(amounts('2026-03-05')).toEqual(['', '', '']);
    expect(amounts('2026-03-07')).toEqual(['', '', '']);
    expect(amounts('2026-03-08')).toEqual(['', '', '']);
  });

  it.each(periodsAtDayCuts)(
    'begins and ends at the day cut of the operator $period',
    async ({ from, to, begin, end }) => {
      const { passenger, medium_id, cards } = await passengerWithCard(testApp);
      const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
      const paid = [];
      for (const opened_at of [before(begin), begin, before(end), end])
        paid.push(await buildPayment(pool, { medium_id, opened_at }));

      const rows = readCsv((await askForStatement(passenger, { cards, from, to })).body);

      expect(rows.slice(1).map((row) => row[3])).toEqual(paid.slice(1, 3).map(({ srid }) => `OCT*${srid}`));
    },
  );

  it('shows nothing from before the card changed hands', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp);
    await buildPayment(pool, { medium_id, opened_at: at('03-02') });
    const own = await buildPayment(pool, { medium_id, opened_at: at('03-20') });
    await insertRow(pool, 'history_bounds', { medium_id, shown_from: at('03-10') });

    const rows = readCsv((await askForStatement(passenger, { cards })).body);

    expect(rows.slice(1).map((row) => row[3])).toEqual([`OCT*${own.srid}`]);
  });

  it('gives a spreadsheet no formula to run, whatever a card is called', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard(testApp, '=HYPERLINK("https://example.org")');
    await buildPayment(pool, { medium_id, opened_at: at('03-02') });

    const { body } = await askForStatement(passenger, { cards });

    expect(readCsv(body)[1]?.[1]).toBe(`'=HYPERLINK("https://example.org")`);
  });
});

describe('a travel statement as PDF', () => {
  it.each([
    ['names its passenger', { first_name: 'Mia', last_name: 'Roy' }, /Passenger:\s+Mia Roy/],
    [
      'of a passenger without a name says nothing of it',
      { first_name: null, last_name: null },
      /^(?![\s\S]*Passenger)/,
    ],
  ])('%s, the cards, each payment, and what the list says was paid', async (_, names, said) => {
    const passenger = await signIn(names);
    const { card_id, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Everyday' });
    const paid = await buildPayment(pool, { medium_id, opened_at: at('03-02') });
    await buildRefund(pool, paid, { at: at('03-03'), amountMinor: 111 });
    await buildPayment(pool, { medium_id, opened_at: at('03-06'), currency: 'GBP', paid_minor: 520 });

    const response = await askForStatement(passenger, { cards: card_id, format: 'pdf', language: 'en_CA' });

    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="travel-statement-2026-03-01-2026-03-31.pdf"',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    const { words, isTagged, language } = await readPdf(response.rawPayload);
    expect([isTagged, language]).toEqual([true, 'en-CA']);
    expect(words).toMatch(said);
    const parts = [
      'Everyday (Visa ending in 4242)',
      `OCT*${paid.srid}`,
      'Paid in total: $6.29',
      'Paid in total: £5.20',
    ];
    for (const part of parts) expect(words).toContain(part);
    expect(words).not.toContain('@');
  });
});
