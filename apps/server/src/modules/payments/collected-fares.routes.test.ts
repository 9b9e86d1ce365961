import { randomUUID } from 'node:crypto';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment, nextSrid } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'payments');

/** An unpaid fare that the bank collected for us, before the back office delivers that. */
async function collectedFare(medium_id: string, { state = 'unblocking', told = 300, due_minor = 740 } = {}) {
  const at = { medium_id, srid: nextSrid() };
  const unpaid = { status: 'payment_error', due_minor, paid_minor: told };
  const window = await buildPayment(pool, { ...at, ...unpaid, opened_at: '2026-03-01T08:00:00Z' });
  await buildSettlement(pool, { ...at, amount_minor: 300, requested_at: '2026-03-02T01:00:00Z' });
  await pool.query('update debts set state = $1 where payment_id = $2', [state, window.payment_id]);
  const { payment_id } = window;
  const tried = { medium_id, payment_id, amount_minor: 440, bank_reference: `bank ${payment_id}` };
  await buildCollection(pool, { ...tried, outcome: 'approved', closed_at: '2026-03-04T08:00:00Z' });
  await insertRow(pool, 'payments', {
    ...at,
    ...{ payment_id: randomUUID(), operator_code: '1', reason: 'debt_recovery', method: 'emv', status: 'accepted' },
    ...{ due_minor: 440, paid_minor: 440, currency: 'CAD', service_day: '2026-03-04', file_id: 0, line_number: 0 },
    opened_at: '2026-03-04T08:00:00Z',
    closed_at: '2026-03-04T08:00:00Z',
    updated_at: '2026-03-04T08:00:00Z',
    exported_at: '2026-03-04T08:00:00Z',
  });
  return window;
}

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });

describe('a fare that the bank collected for us', () => {
  it('lists a late collection separately, does not count it in a total, and names the payment that it pays', async () => {
    const { passenger, base: url, mediumId } = await passengerWithCard();
    const window = await collectedFare(mediumId);

    const { items } = paymentPage.parse((await passenger.call({ url })).json());
    const detail = paymentDetail.parse((await passenger.call({ url: `${url}/${items[0]?.id}` })).json());

    expect(
      items.map(({ reason, paid, total, status }) => [reason, paid.amountMinor, total.amountMinor, status]),
    ).toEqual([
      ['debt_recovery', 440, 0, 'accepted'],
      ['trip', 740, 740, 'accepted'],
    ]);
    expect(items.map(({ countsByItself }) => countsByItself)).toEqual([false, false]);
    expect(detail).toMatchObject({
      trips: [],
      charges: [{ kind: 'debt_recovery', amount: { amountMinor: 440 }, approved: true }],
      writtenOff: null,
      alsoCollected: [],
      receiptAvailable: false,
      recovers: { id: window.payment_id, openedAt: '2026-03-01T08:00:00Z' },
    });
  });

  it.each([300, 0])(
    'calls a fare paid that the bank collected for us, although its window counts only %d as paid',
    async (told) => {
      const { passenger, base, mediumId } = await passengerWithCard();
      const { payment_id } = await collectedFare(mediumId, { told });

      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

      expect(detail).toMatchObject({
        ...{ status: 'accepted', due: cad(740), paid: cad(740), debtPaid: cad(440), receiptAvailable: true },
        ...{ previouslyPaid: cad(300), differencePaid: cad(440), recovers: null },
        charges: [
          { kind: 'charge', amount: cad(300) },
          { kind: 'debt_recovery', amount: cad(440), at: '2026-03-04T08:00:00Z' },
        ],
      });
    },
  );

  it.each([
    { state: 'owed', told: 300 },
    { state: 'declined', told: 300 },
    { state: 'unknown', told: 0 },
  ])(
    'calls a raised fare unpaid that is $state again after a collection, with $told paid by its window, and counts and lists both movements',
    async ({ state, told }) => {
      const { passenger, base, mediumId } = await passengerWithCard();
      const { payment_id } = await collectedFare(mediumId, { state, told, due_minor: 1000 });

      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

      const charges = [{ amount: cad(300) }, { amount: cad(440) }];
      expect(detail).toMatchObject({ status: 'payment_error', paid: cad(740), charges });
    },
  );
});
