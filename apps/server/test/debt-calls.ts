import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Config } from '../src/config/config.ts';
import { portalRole } from '../src/roles/portal.ts';
import { createTestApp, type SignedIn } from './build-app.ts';
import { buildCard } from './factories/cards.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';
import { silentBank } from './silent-bank.ts';

export const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 0 } as const;

interface Ask {
  key?: string;
  amountMinor?: number;
  currency?: string;
}

export const collect = (passenger: SignedIn, url: string, { key = randomUUID(), ...amount }: Ask = {}) =>
  passenger.call({
    method: 'POST',
    url,
    headers: { 'idempotency-key': key },
    payload: { amountMinor: 740, currency: 'CAD', ...amount },
  });

export const outcomeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json().error?.code];

/** The portal, with passengers whose cards have an unpaid fare, and a bank that cannot be reached. */
export async function startDebtCalls(config: Partial<Config> = {}) {
  const { context, pool, call, signIn } = await createTestApp([portalRole], { bank: silentBank, config });

  async function cardInDebt(overrides: Partial<PaymentRow> = {}) {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    const at = { medium_id: card.medium_id, opened_at: '2026-03-01T08:00:00Z', closed_at: '2026-03-02T08:00:00Z' };
    const payment = await buildPayment(pool, { ...at, ...unpaid, ...overrides });
    const url = `/public/api/v1/portal/cards/${card.card_id}/debts`;
    return {
      passenger,
      payment,
      mediumId: card.medium_id,
      url,
      collectUrl: `${url}/${payment.payment_id}/collections`,
    };
  }

  /** The bank refused the open try. */
  const decline = (mediumId: string, code = 'insufficient_funds', minutesAgo = 0) =>
    pool.query(
      `with closed as (
        update collections
        set outcome = 'declined', decline_code = $2, closed_at = now() - $3 * interval '1 minute',
          requested_at = now() - $3 * interval '1 minute'
        where medium_id = $1 and outcome is null)
      update debts set state = 'declined', version = version + 1 where medium_id = $1`,
      [mediumId, code, minutesAgo],
    );

  return { context, pool, call, signIn, cardInDebt, decline };
}
