import type { TestApp } from './build-app.ts';
import { buildCard } from './factories/cards.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';
import { buildSettlement } from './factories/settlements.ts';
import { buildTrip } from './factories/trips.ts';

const base = '/public/api/v1/portal';

/** Payments that have receipts, and the calls of a guest about them. */
export function receiptCalls({ pool, call, signIn }: Pick<TestApp, 'pool' | 'call' | 'signIn'>) {
  return {
    /** A payment with a trip, its passenger, and where their receipt is. */
    paymentOfCard: async (overrides: Partial<PaymentRow> = {}) => {
      const passenger = await signIn();
      const card = await buildCard(pool, { passenger_id: passenger.passengerId });
      const opened = {
        medium_id: card.medium_id,
        opened_at: '2026-03-01T08:00:00Z',
        closed_at: '2026-03-02T08:00:00Z',
      };
      const payment = await buildPayment(pool, { ...opened, ...overrides });
      const trip = { started_at: '2026-03-01T09:00:00Z', from_name: 'Łódź 北', srid: payment.srid };
      await buildTrip(pool, { medium_id: card.medium_id, ...trip });
      return { passenger, payment, url: `${base}/cards/${card.card_id}/payments/${payment.payment_id}/receipt` };
    },

    /** A refunded payment of the same day and amount, with a trip. */
    buildOtherPayment: async (medium_id: string): Promise<PaymentRow> => {
      const payment = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
      const { srid } = payment;
      await buildTrip(pool, { medium_id, srid, started_at: '2026-03-01T10:00:00Z', from_name: 'Elsewhere' });
      await buildSettlement(pool, { medium_id, srid, kind: 'refund', direction: 'credit', amount_minor: 111 });
      return payment;
    },

    ask: (path: string, payload: object) => call({ method: 'POST', url: `${base}/receipts/${path}`, payload }),
  };
}
