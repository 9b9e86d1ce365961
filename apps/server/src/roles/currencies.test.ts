import { debtList, guestDebt } from '@tapfolio/contracts/debts.ts';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { formatMoney } from '@tapfolio/domain/money.ts';
import { expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { exported, fare, tap } from '../../test/corrected-feed.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { unpaid } from '../../test/feed-debts.ts';
import { importInto, london, temporaryFolder } from '../../test/feed-fixture.ts';
import { readPdf } from '../../test/pdf.ts';
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
    const window = { ...unpaid, ...own, id: `W ${currency}`, amount_to_settle: '1250' };
    await deliver(3, 'pw', window);
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

    await deliver(4, 'pw', { ...window, amount_settled: '1250', stage: 'Closed' });
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
