import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { countedPaid } from '@tapfolio/domain/paid-and-rest.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { readPdf } from '../../../test/pdf.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { buildRefund, readCsv, sumOf } from '../../../test/travel-statements.ts';
import { portalRole } from '../../roles/portal.ts';

const { pool, signIn, context } = await createTestApp([portalRole]);
const base = '/public/api/v1/portal';

interface Asked {
  cards: string | number;
  from?: string;
  to?: string;
  format?: string;
  language?: string;
}

const ask = (passenger: SignedIn, { from = '2026-03-01', to = '2026-03-31', format = 'csv', ...rest }: Asked) => {
  const query = new URLSearchParams({ from, to, format, ...rest, cards: String(rest.cards) }).toString();
  return passenger.call({ url: `${base}/travel-statement?${query}` });
};

const refusal = async (passenger: SignedIn, asked: Asked) => {
  const response = await ask(passenger, asked);
  return [response.statusCode, codeOf(response)];
};

async function passengerWithCard(name = 'Everyday') {
  const passenger = await signIn();
  const card = await buildCard(pool, { passenger_id: passenger.passengerId, name });
  return { passenger, card, medium_id: card.medium_id, cards: card.card_id };
}

const at = (day: string, time = '16:00:00') => `2026-${day}T${time}Z`;

describe('a travel statement', () => {
  it('has the payments of the cards in the words of the list, the oldest first, as CSV with one amount a cell', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard();
    const other = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Watch, "blue"' });
    const later = await buildPayment(pool, { medium_id, opened_at: at('03-05'), paid_minor: 700 });
    const first = await buildPayment(pool, { medium_id: other.medium_id, opened_at: at('03-02'), currency: 'JPY' });
    await buildTrip(pool, { medium_id, started_at: at('03-05', '16:10:00'), srid: later.srid });
    await buildRefund(pool, later, { at: at('03-07'), amountMinor: 370 });
    await buildPayment(pool, { medium_id, opened_at: at('03-08'), status: 'open', paid_minor: 0, srid: null });

    const response = await ask(passenger, { cards: `${other.card_id},${cards},${cards}`, language: 'en_CA' });

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

  it("[I18N-05] is in the account's language when the page names none, with days and amounts for programs in every language", async () => {
    const passenger = await signIn({ display_language: 'fr_CA' });
    const { medium_id, card_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await buildPayment(pool, { medium_id, opened_at: at('03-02') });

    const rows = readCsv((await ask(passenger, { cards: card_id })).body);

    expect(rows[0]?.slice(0, 4)).toEqual(['Jour', 'Carte', 'Motif', 'Sur votre relevé bancaire']);
    expect([rows[1]?.[0], rows[1]?.[8]]).toEqual(['2026-03-02', '7.40']);
  });

  it('counts the same as the sum below the list of the same days: part payments, refunds, late collections, unknown amounts', async () => {
    const { passenger, card, medium_id, cards } = await passengerWithCard();
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

    const rows = readCsv((await ask(passenger, { cards })).body);
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

  it.each([
    ['in winter', '2026-02-01', '2026-02-28', at('02-01', '09:30:00'), at('03-01', '09:30:00')],
    // The clocks change in the night to 8 March and to 1 November.
    [
      'from the day on which the clocks are set forward',
      '2026-03-08',
      '2026-03-31',
      at('03-08', '08:30:00'),
      at('04-01', '08:30:00'),
    ],
    ['to the day before', '2026-03-01', '2026-03-07', at('03-01', '09:30:00'), at('03-08', '08:30:00')],
    [
      'to the day before the clocks are set back',
      '2026-10-01',
      '2026-10-31',
      at('10-01', '08:30:00'),
      at('11-01', '09:30:00'),
    ],
  ])('begins and ends at the day cut of the operator %s', async (_, from, to, begin, end) => {
    const { passenger, medium_id, cards } = await passengerWithCard();
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    const paid = [];
    for (const opened_at of [before(begin), begin, before(end), end])
      paid.push(await buildPayment(pool, { medium_id, opened_at }));

    const rows = readCsv((await ask(passenger, { cards, from, to })).body);

    expect(rows.slice(1).map((row) => row[3])).toEqual(paid.slice(1, 3).map(({ srid }) => `OCT*${srid}`));
  });

  it('shows nothing from before the card changed hands', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard();
    await buildPayment(pool, { medium_id, opened_at: at('03-02') });
    const own = await buildPayment(pool, { medium_id, opened_at: at('03-20') });
    await insertRow(pool, 'history_bounds', { medium_id, shown_from: at('03-10') });

    const rows = readCsv((await ask(passenger, { cards })).body);

    expect(rows.slice(1).map((row) => row[3])).toEqual([`OCT*${own.srid}`]);
  });

  it('gives a spreadsheet no formula to run, whatever a card is called', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard('=HYPERLINK("https://example.org")');
    await buildPayment(pool, { medium_id, opened_at: at('03-02') });

    const { body } = await ask(passenger, { cards });

    expect(readCsv(body)[1]?.[1]).toBe(`'=HYPERLINK("https://example.org")`);
  });
});

describe('a travel statement as PDF', () => {
  it.each([
    ['names its passenger', { first_name: 'Mia', last_name: 'Roy' }, /Passenger\s+Mia Roy/],
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

    const response = await ask(passenger, { cards: card_id, format: 'pdf', language: 'en_CA' });

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

  it('that cannot be made answers NWA0011', async () => {
    const documents = { compile: () => context.documents.compile('missing', {}), close: async () => {} };
    const other = await createTestApp([portalRole], { documents });
    const passenger = await other.signIn();
    const { card_id, medium_id } = await buildCard(other.pool, { passenger_id: passenger.passengerId });
    await buildPayment(other.pool, { medium_id, opened_at: at('03-02') });

    expect(await refusal(passenger, { cards: card_id, format: 'pdf' })).toEqual([502, 'NWA0011']);
  });
});

describe('a refused travel statement', () => {
  it('[CARD-14] says the same of a card of another passenger, of an unlinked one and of one that nobody has', async () => {
    const { passenger, cards } = await passengerWithCard();
    const stranger = await passengerWithCard();
    await buildPayment(pool, { medium_id: stranger.medium_id, opened_at: at('03-02') });
    const unlinked = await buildCard(pool, { passenger_id: passenger.passengerId });
    await pool.query('delete from cards where medium_id = $1', [unlinked.medium_id]);

    for (const foreign of [stranger.cards, unlinked.card_id, 2_000_000_000])
      for (const asked of [foreign, `${cards},${foreign}`])
        expect(await refusal(passenger, { cards: asked })).toEqual([404, 'TM0108']);
  });

  it.each([
    ['too many days', { from: '2025-01-01', to: '2026-01-02' }, [422, 'travel_statement_too_long']],
    ['no payments', { from: '2025-01-01', to: '2026-01-01' }, [404, 'travel_statement_empty']],
    ['an end before its beginning', { from: '2026-03-02', to: '2026-03-01' }, [400, '0102']],
    ['a day that does not exist', { from: '2026-02-30' }, [400, '0102']],
    ['a year without travel', { from: '0000-01-01', to: '0000-12-31' }, [400, '0102']],
    ['a year after the last', { from: '9999-12-01', to: '9999-12-31' }, [400, '0102']],
    ['an unknown format', { format: 'xlsx' }, [400, '0102']],
    ['no card', { cards: '' }, [400, '0102']],
    ['a card that is no number', { cards: '1,x' }, [400, '0102']],
  ])('for %s says so', async (_, asked, expected) => {
    const { passenger, cards } = await passengerWithCard();

    for (const format of ['csv', 'pdf'])
      expect(await refusal(passenger, { cards, format, ...asked })).toEqual(expected);
  });

  it.each(['from', 'to', 'cards', 'format'])('without %s says what is missing', async (name) => {
    const { passenger, cards } = await passengerWithCard();
    const query = new URLSearchParams({ from: '2026-03-01', to: '2026-03-31', cards: String(cards), format: 'csv' });
    query.delete(name);

    const response = await passenger.call({ url: `${base}/travel-statement?${query.toString()}` });

    expect([response.statusCode, codeOf(response)]).toEqual([400, '0101']);
  });

  it('names the limits when there are more payments than a list shows, and is never cut', async () => {
    const { passenger, medium_id, cards } = await passengerWithCard();
    const other = await buildCard(pool, { passenger_id: passenger.passengerId });
    const template = await buildPayment(pool, { medium_id, opened_at: at('03-02'), srid: null });
    await fill(template, 998);
    await buildPayment(pool, { medium_id: other.medium_id, opened_at: at('03-03'), srid: null });

    const both = await ask(passenger, { cards: `${cards},${other.card_id}` });
    expect(readCsv(both.body)).toHaveLength(1001);
    expect(sumOf(readCsv(both.body), 'CAD')).toBe(740 * 1000);

    await buildPayment(pool, { medium_id: other.medium_id, opened_at: at('03-04'), srid: null });
    const tooMany = await ask(passenger, { cards: `${cards},${other.card_id}` });
    expect([tooMany.statusCode, tooMany.json().error]).toEqual([
      422,
      expect.objectContaining({ code: 'travel_statement_too_long', details: { days: 366, payments: 1000 } }),
    ]);
    await fill(template, 2, 2000);
    expect(await refusal(passenger, { cards })).toEqual([422, 'travel_statement_too_long']);
  });

  it('counts as ten reads of the rate of a session, as a receipt does', async () => {
    const { requestRates } = context.config;
    const limited = await createTestApp([portalRole], {
      config: { requestRates: { ...requestRates, sessionPerMinute: 20 } },
    });
    const passenger = await limited.signIn();

    const codes = [];
    for (let count = 0; count < 3; count += 1) codes.push((await ask(passenger, { cards: 1 })).statusCode);

    expect(codes).toEqual([404, 404, 429]);
  });
});

/** More payments like this one, a minute apart. */
async function fill({ medium_id, payment_id }: { medium_id: string; payment_id: string }, count: number, after = 0) {
  const columns = `operator_code, reason, method, status, due_minor, paid_minor, debt_paid_minor, currency, service_day,
    updated_at, exported_at, file_id, line_number`;
  await pool.query(
    `insert into payments (medium_id, payment_id, opened_at, ${columns})
     select medium_id, gen_random_uuid(), opened_at + make_interval(mins => n), ${columns}
     from payments, generate_series($3::integer + 1, $3::integer + $4::integer) n
     where medium_id = $1 and payment_id = $2`,
    [medium_id, payment_id, after, count],
  );
}
