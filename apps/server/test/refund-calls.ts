import { randomUUID } from 'node:crypto';
import { requestRefund } from '@tapfolio/contracts/refunds.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { TestApp } from './build-app.ts';
import { buildApiKey } from './factories/api-keys.ts';
import { buildMedium } from './factories/media.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';
import { buildTrip, type TripRow } from './factories/trips.ts';

interface Travelled {
  payment: PaymentRow & { srid: string };
  trips: TripRow[];
}

/** When the refunded payment was made: a few days ago. */
export const paidAt = new Date(Date.now() - 5 * dayMs).toISOString();

/** The calls of an operator's system about refunds, with its own key. */
export async function refundCalls({ app, context, pool }: Pick<TestApp, 'app' | 'context' | 'pool'>) {
  const { headers } = await buildApiKey(context);

  /** A payment of this number of trips of 3.70, paid unless the test says otherwise. */
  async function travelled(trips = 2, overrides: Partial<PaymentRow> = {}): Promise<Travelled> {
    const { medium_id } = await buildMedium(pool);
    const amount = trips * 370;
    const paid = { due_minor: amount, paid_minor: amount };
    const payment = await buildPayment(pool, { medium_id, opened_at: paidAt, ...paid, ...overrides });
    const { srid } = payment;
    if (srid === null) throw new Error('the factory gives a reference');
    const made: TripRow[] = [];
    for (let trip = 0; trip < trips; trip += 1)
      made.push(await buildTrip(pool, { medium_id, started_at: paidAt, srid }));
    return { payment: { ...payment, srid }, trips: made };
  }

  function ask(payment: Pick<PaymentRow, 'srid'>, wish: object = {}, key: string = randomUUID()) {
    const payload = { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay', ...wish };
    const { method, path: url } = requestRefund;
    return app.inject({ method, url, headers: { ...headers, 'idempotency-key': key }, payload });
  }

  return { headers, travelled, ask };
}

/** The status and the code of a refusal. */
export const refusalIn = (response: { statusCode: number; json(): { error?: { code?: string } } }) => [
  response.statusCode,
  response.json().error?.code,
];

/** The trips of a requested refund. */
export const ofTrips = (...trips: readonly Pick<TripRow, 'trip_id'>[]) => ({
  trips: trips.map(({ trip_id: tripId }) => ({ tripId })),
});
