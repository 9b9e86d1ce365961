import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@tapfolio/domain/durations.ts';
import { CircuitBreaker } from '../src/lib/circuit-breaker.ts';
import type { RefundKey } from '../src/modules/refunds/apply-refund-outcome.service.ts';
import type { Refunding } from '../src/modules/refunds/do-refund.service.ts';
import { contextOf } from '../src/plugins/context.ts';
import type { SignedIn, TestApp } from './build-app.ts';
import { buildCard } from './factories/cards.ts';
import { buildPayment } from './factories/payments.ts';
import { buildRefund } from './factories/refunds.ts';
import { buildTrip } from './factories/trips.ts';
import type { TestBank } from './money-world.ts';
import { movementUpdated, signedWebhook } from './signed-webhook.ts';

/** A refund that an operator has requested. */
export interface AskedRefund extends RefundKey {
  srid: string;
  tripId: string;
  paymentUrl: string;
  passenger: SignedIn;
}

/** What tests of refunds do and check, on our side and at the bank. */
export function refundsAtBank({
  app: { context, pool, signIn },
  bank: { sandbox, bank },
}: {
  app: TestApp;
  bank: TestBank;
}) {
  // The schemes accept a refund for a year: a fixed day would be too long ago one day.
  const openedMs = Date.now() - 20 * dayMs;
  const hoursLater = (hours: number) => new Date(openedMs + hours * hourMs).toISOString();
  const worker = contextOf(context, 'worker');
  return {
    /** A refund of one of two trips, of a payment that the bank took. */
    async asked(passenger?: SignedIn, amount_minor = 370): Promise<AskedRefund> {
      const owner = passenger ?? (await signIn());
      const { card_id, medium_id } = await buildCard(pool, { passenger_id: owner.passengerId });
      const payment = await buildPayment(pool, { medium_id, opened_at: hoursLater(0) });
      const srid = payment.srid ?? '';
      await buildTrip(pool, { medium_id, started_at: hoursLater(2), srid });
      const { trip_id } = await buildTrip(pool, { medium_id, started_at: hoursLater(1), srid });
      const original = {
        id: randomUUID(),
        kind: 'charge',
        state: 'captured',
        operatorCode: '1',
        statementReference: srid,
      } as const;
      await sandbox.remember([{ ...original, amountMinor: 740, currency: 'CAD', at: hoursLater(24) }]);
      // The bank is only asked about a refund of yesterday.
      const requested_at = new Date().toISOString();
      const wish = { trip_id, amount_minor, refunded_before_minor: 0, requested_at };
      const { refund_id } = await buildRefund(pool, payment, wish);
      const paymentUrl = `/public/api/v1/portal/cards/${card_id}/payments/${payment.payment_id}`;
      return { mediumId: medium_id, refundId: refund_id, srid, tripId: trip_id, paymentUrl, passenger: owner };
    },

    refunding: (): Refunding => ({ ...worker, bank, breaker: new CircuitBreaker() }),

    stateOf: async ({ refundId }: RefundKey) =>
      (await pool.query('select state, decline_code from refunds where refund_id = $1', [refundId])).rows[0],

    tripOf: async ({ tripId }: AskedRefund) =>
      (await pool.query('select refund_minor, refund_reason from trips where trip_id = $1', [tripId])).rows[0],

    /** What the bank did on our request. */
    atBank: async ({ srid }: Pick<AskedRefund, 'srid'>) =>
      (await sandbox.ledger(srid))
        .filter(({ reference }) => reference !== null)
        .map(({ state, amountMinor }) => [state, amountMinor]),

    /** The call by which the bank reports the state of the refund. Each has its own id. */
    callOfBank: async ({ srid, refundId }: Pick<AskedRefund, 'srid' | 'refundId'>) => {
      const data = (await sandbox.ledger(srid)).find(({ reference }) => reference === refundId);
      return signedWebhook(sandbox.webhookSecret, movementUpdated(data));
    },

    history: async ({ mediumId }: RefundKey) =>
      (await pool.query(`select paid_minor from payments where medium_id = $1 and reason = 'refund'`, [mediumId])).rows,

    /** Moves the time forward: everything that waits is due. */
    makeAllDue: () =>
      pool.query(
        `update refunds set next_at = now() - interval '1 second', lease_until = null
        where closed_at is null`,
      ),
  };
}
