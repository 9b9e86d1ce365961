import { debtList, guestDebt } from '@tapfolio/contracts/debts.ts';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { tripDetail, tripPage } from '@tapfolio/contracts/trips.ts';
import { formatMoney, plainAmount } from '@tapfolio/domain/money.ts';
import { expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { exported, fare, tap, window } from '../../test/corrected-feed.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { unpaid } from '../../test/feed-debts.ts';
import { importInto, london, mediumOf, temporaryFolder } from '../../test/feed-fixture.ts';
import { refund } from '../../test/feed-refunds.ts';
import { readPdf } from '../../test/pdf.ts';
import { askForStatement } from '../../test/travel-documents.ts';
import { portalRole } from './portal.ts';

const currencies = ['JPY', 'KWD'];
const vatRates = Object.fromEntries(currencies.map((currency) => [currency, [{ name: 'VAT', percent: '10' }]]));
const legal = { ...testConfig().legal, vatRates };
const { pool, url, call, signIn } = await createTestApp([portalRole], { config: { legal } });
const portal = '/public/api/v1/portal';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it.each(currencies)(
  'an unpaid fare in %s has the same amount on its screens, in the message to the back office and, once it is paid, on its receipt',
  async (currency) => {
    const srid = `7K2M4Q9T1XB${currency}`;
    const own = { token: `card ${currency}`, payment_reference: srid };
    const operators = [{ ...london, currency }];
    const deliver = (day: number, entity: string, row: Record<string, string>) =>
      importInto(url, exported(temporaryFolder(), entity, day, [row]), operators);
    await deliver(3, 'tap', { ...tap, ...own, tap_id: `T ${currency}`, currency });
    await deliver(3, 'tr', { ...fare, id: `F ${currency}`, tap_id: `T ${currency}`, amount: '1250' });
    const owed = { ...unpaid, ...own, id: `W ${currency}`, amount_to_settle: '1250' };
    await deliver(3, 'pw', owed);
    const { rows } = await pool.query<{ medium_id: string }>('select medium_id from debts where srid = $1', [srid]);
    const passenger = await signIn();
    const { card_id: cardId } = await buildCard(pool, { passenger_id: passenger.passengerId, ...rows[0] });
    const base = `${portal}/cards/${cardId}`;
    const amount = { amountMinor: 1250, currency };

    const debts = debtList.parse((await passenger.call({ url: `${base}/debts` })).json());
    expect(debts.items).toMatchObject([{ amount, trips: [{ price: amount }] }]);
    const proof = { srid, amountMinor: 1250 };
    const found = await call({ method: 'POST', url: `${portal}/debts/search`, payload: proof });
    expect(guestDebt.parse(found.json())).toMatchObject({ amount });
    const { rows: told } = await pool.query(
      'select kind, amount_minor, currency from back_office_messages where srid = $1',
      [srid],
    );
    expect(told).toEqual([{ kind: 'access_denied', amount_minor: 1250, currency }]);

    await deliver(4, 'pw', { ...owed, amount_settled: '1250', stage: 'Closed' });
    const { items } = paymentPage.parse((await passenger.call({ url: `${base}/payments` })).json());
    expect(items).toMatchObject([{ due: amount, paid: amount, total: amount, status: 'accepted' }]);
    const payment = paymentDetail.parse((await passenger.call({ url: `${base}/payments/${items[0]?.id}` })).json());
    expect(payment).toMatchObject({ differencePaid: amount, trips: [{ price: amount }], receiptAvailable: true });
    const receipt = await passenger.call({ url: `${base}/payments/${items[0]?.id}/receipt?language=en_GB` });
    const { words } = await readPdf(receipt.rawPayload);
    for (const amountMinor of [1250, 114, 1136])
      expect(plain(words)).toContain(plain(formatMoney({ amountMinor, currency }, 'en_GB')));
  },
);

it.each(currencies)(
  'a payment in %s of which a part was refunded has the same amounts in the histories, on both receipts and in a travel statement',
  async (currency) => {
    const srid = `8K2M4Q9T1XB${currency}`;
    const own = { token: `refunded card ${currency}`, payment_reference: srid };
    const operators = [{ ...london, currency }];
    const deliver = (entity: string, row: Record<string, string>) =>
      importInto(url, exported(temporaryFolder(), entity, 3, [row]), operators);
    await deliver('tap', { ...tap, ...own, tap_id: `RT ${currency}`, currency });
    await deliver('tr', { ...fare, id: `RF ${currency}`, tap_id: `RT ${currency}`, amount: '1250' });
    await deliver('pw', { ...window, ...own, id: `RW ${currency}`, amount_settled: '1250', amount_to_settle: '1250' });
    await deliver('tx', { ...refund, ...own, id: `RX ${currency}`, amount: '625', rrn: `RR ${currency}` });
    const passenger = await signIn();
    const medium = { medium_id: mediumOf(own.token) };
    const { card_id: cardId } = await buildCard(pool, { passenger_id: passenger.passengerId, ...medium });
    const base = `${portal}/cards/${cardId}`;
    const read = async (path: string) => (await passenger.call({ url: `${base}/${path}` })).json();
    const money = (amountMinor: number) => ({ amountMinor, currency });

    const { items } = paymentPage.parse(await read('payments'));
    expect(items.map(({ reason, paid }) => [reason, paid])).toEqual([
      ['refund', money(-625)],
      ['trip', money(1250)],
    ]);
    const trips = tripPage.parse(await read('trips'));
    expect(trips).toMatchObject({ items: [{ fare: money(1250) }], days: [{ total: money(1250) }] });
    const trip = tripDetail.parse(await read(`trips/${trips.items[0]?.id}`));
    expect(trip.refund?.amount).toEqual(money(625));

    const proof = { srid, amountMinor: 1250 };
    const asGuest = await call({ method: 'POST', url: `${portal}/receipts/search`, payload: proof });
    const guestSees = { paid: money(1250), refunds: [{ amount: money(625) }] };
    expect(asGuest.json()).toMatchObject({ items: [guestSees] });
    const documents = [
      await passenger.call({ url: `${base}/payments/${items[1]?.id}/receipt?language=en_GB` }),
      await call({ method: 'POST', url: `${portal}/receipts/document`, payload: { ...proof, language: 'en_GB' } }),
    ];
    for (const { rawPayload } of documents) {
      const { words } = await readPdf(rawPayload);
      for (const amountMinor of [1250, -625, 625, 57, 568])
        expect(plain(words)).toContain(plain(formatMoney(money(amountMinor), 'en_GB')));
    }
    const days = { from: '2025-06-01', to: '2025-06-30', language: 'en_GB' };
    const { body } = await askForStatement(passenger, { cards: cardId, ...days });
    const figures = [1250, 0, 1250, 0, 625, -625].map((amountMinor) => plainAmount(money(amountMinor)));
    const rows = body.trimEnd().split('\r\n').slice(1);
    expect(rows.flatMap((row) => row.split(',').slice(-4, -1))).toEqual(figures);
    const pdf = await askForStatement(passenger, { cards: cardId, ...days, format: 'pdf' });
    const { words } = await readPdf(pdf.rawPayload);
    for (const amountMinor of [1250, 625])
      expect(plain(words)).toContain(plain(formatMoney(money(amountMinor), 'en_GB')));
  },
);
