import { beforeEach, expect, it } from 'vitest';
import { exported, tap, window } from '../../../test/corrected-feed.ts';
import { emptyTables, importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { deposit, writePsv } from '../../../test/littlepay-feed.ts';
import { oneOutcome } from '../../../test/one-outcome.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { mayBeChargedBack } from '../../modules/refunds/waiting-chargebacks.service.ts';
import { readMovedMoney } from '../../modules/travel/moved-money.service.ts';
import { elavon } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const srid = window.payment_reference;
const charge = {
  ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-02T03:30:00Z', amount: '250', rrn: '6260473' },
  ...{ payment_reference: srid, token: tap.token, operatorid: '77', spdh_response: '000' },
};
const back = { batch_type: 'C', settlement_date: '7012025', transaction_date: '6252025', chgbk_rsn_code: '4837' };

/** The charge is in euros, which the tap says; the home operator charges in pounds. */
const ofTravel = (folder: string) => [exported(folder, 'tap', 3, [tap]), exported(folder, 'pw', 3, [window])];
const ofBank = (folder: string, currency_code: string | number) =>
  writePsv(folder, '010PR001618FUND20250702.txt', [deposit(charge.rrn, '-$2.50', { ...back, currency_code })]);

async function readPayment() {
  const { rows } = await pool.query('select * from payments');
  const [payment] = rows;
  const money = await readMovedMoney(pool, payment.medium_id, [payment]);
  const { refundedMinor, gaveOtherCurrency } = money.bankOf(srid);
  return { currency: payment.currency, refundedMinor, gaveOtherCurrency };
}

it.each([
  ['none', '', { refundedMinor: 250, gaveOtherCurrency: false }],
  ['that of the payment', 978, { refundedMinor: 250, gaveOtherCurrency: false }],
  ['another', 826, { refundedMinor: 0, gaveOtherCurrency: true }],
])(
  'a chargeback that names %s gives the money of an Enghouse payment back, in every order of the files',
  async (_, code, given) => {
    const folder = temporaryFolder();
    const files = [...ofTravel(folder), exported(folder, 'tx', 4, [charge]), ofBank(folder, code)];

    expect(await oneOutcome({ pool, url }, files, readPayment)).toEqual({ currency: 'EUR', ...given });
  },
);

it.each([
  ['none', '', true],
  ['that of the payment', 978, true],
  ['another', 826, false],
])(
  'a chargeback that names %s may be of an Enghouse payment until its charge is delivered: %s is %s',
  async (_, code, expected) => {
    const folder = temporaryFolder();
    for (const file of ofTravel(folder)) await importInto(url, file);
    await importInto(url, ofBank(folder, code), undefined, { format: elavon });
    const { rows } = await pool.query('select medium_id, currency, opened_at::text from payments');
    const [{ medium_id: mediumId, currency, opened_at: openedAt }] = rows;

    expect(await mayBeChargedBack(pool, { mediumId, srid, currency, openedAt })).toBe(expected);
  },
);
