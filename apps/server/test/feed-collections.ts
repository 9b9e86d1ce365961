import type { PaymentDetail, PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type pg from 'pg';
import { wholeHistory } from '../src/gate/own-media.ts';
import { applyChargeOutcome } from '../src/modules/debts/apply-charge-outcome.service.ts';
import { readNewestPayments, readPayment } from '../src/modules/payments/payments.service.ts';
import { TimetableNames } from '../src/modules/travel/timetable-names.ts';
import { testConfig } from './build-app.ts';
import { exported } from './corrected-feed.ts';
import { buildCollection } from './factories/collections.ts';
import { type feedDebts, unpaid } from './feed-debts.ts';
import { importInto, temporaryFolder } from './feed-fixture.ts';

export const refused = {
  ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-02T12:00:00Z', amount: '250' },
  ...{ payment_reference: unpaid.payment_reference, token: unpaid.token, operatorid: '77', spdh_response: '051' },
};

/** The bank took the money after all, and the back office calls it a recovery. */
export const recovery = {
  ...refused,
  operation: 'DEBT_RECOVERY_MANUAL',
  timestamp: '2025-06-05T12:00:30Z',
  spdh_response: '000',
};
/** The same movement from a back office that does not call it a recovery. */
export const plainCharge = { ...recovery, operation: 'ONLINE_CLEARING' };

interface Feed extends Pick<ReturnType<typeof feedDebts>, 'changeTo'> {
  readonly pool: pg.Pool;
  readonly url: string;
}

/** The unpaid fare of a feed, as it is paid through us, and as its passenger sees it. */
export function feedCollections({ pool, url, changeTo }: Feed) {
  const move = async (day: number, ...rows: Record<string, string>[]) =>
    await importInto(url, exported(temporaryFolder(), 'tx', day, rows));

  /**
   * A passenger pays the unpaid fare with us, and the bank is asked. The returned function makes the bank take the money: what it was asked
   * for, or another amount, or another currency.
   */
  async function ask(bankReference = 'B'): Promise<(otherMinor?: number, otherCurrency?: string) => Promise<boolean>> {
    const { rows } = await pool.query(
      'select medium_id, payment_id, operator_code, srid, due_minor, currency from debts',
    );
    const { medium_id, due_minor: amountMinor, ...fare } = rows[0];
    const wanted = { ...fare, medium_id, amount_minor: amountMinor };
    const { collection_id } = await buildCollection(pool, { ...wanted, requested_at: '2025-06-05T12:00:00Z' });
    await changeTo('submitting');
    const key = { mediumId: medium_id, collectionId: collection_id };
    return (otherMinor = amountMinor, currency = fare.currency) => {
      const taken = { state: 'captured', currency, bankReference, amountMinor: otherMinor } as const;
      return applyChargeOutcome({ pool, config: testConfig() }, key, taken);
    };
  }

  async function pay(bankReference?: string): Promise<void> {
    const take = await ask(bankReference);
    await take();
  }

  /** The fare, or the line of its collection, as its passenger sees it. */
  async function read(reason: string): Promise<PaymentDetail> {
    const { rows } = await pool.query(`select medium_id, payment_id from payments where reason = $1`, [reason]);
    const { medium_id, payment_id: paymentId } = rows[0];
    const question = { medium: wholeHistory(medium_id), paymentId, language: 'en', prefix: '' };
    return await readPayment({ readDb: pool, names: new TimetableNames(pool) }, question);
  }

  /** The fare or that line in the list of payments, where each stands beside the other. */
  async function readInList(reason: string): Promise<PaymentSummary | undefined> {
    const { rows } = await pool.query('select medium_id from payments limit 1');
    const question = { medium: wholeHistory(rows[0].medium_id), since: '2025-01-01T00:00:00Z', limit: 10 };
    const payments = await readNewestPayments({ readDb: pool, names: new TimetableNames(pool) }, question);
    return payments.find((payment) => payment.reason === reason);
  }

  /** What the passenger sees of the money of the fare. */
  async function shown() {
    const payment = await read('trip');
    return {
      status: payment.status,
      paid: payment.paid.amountMinor,
      hasReceipt: payment.receiptAvailable,
      charges: payment.charges.map(({ kind, amount, approved }) => [kind, amount.amountMinor, approved]),
    };
  }

  return { move, ask, pay, read, readInList, shown };
}
