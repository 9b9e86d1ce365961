import { expect } from 'vitest';
import { authRole } from '../src/roles/auth.ts';
import { goodPassword } from './factories/credentials.ts';
import { buildMedium } from './factories/media.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';
import { linkTokenOf } from './mail-server.ts';
import { createMailingApp } from './mailing-app.ts';

export const base = '/public/api/v1/auth';

/** A server that registers people and sends them mails, and the steps of a registration. */
export async function createRegistrationApp() {
  const { call, context, pool, mailServer } = await createMailingApp([authRole]);

  let lastNumber = 0;

  /** A paid day on a card that no account has linked. */
  async function buildCharge(overrides: Partial<PaymentRow> = {}): Promise<PaymentRow & { srid: string }> {
    const { medium_id } = await buildMedium(pool);
    const payment = await buildPayment(pool, { medium_id, opened_at: '2026-05-04T12:00:00Z', ...overrides });
    return { ...payment, srid: payment.srid ?? '' };
  }

  function registrationOf(charge: { srid: string }, overrides: Record<string, unknown> = {}) {
    lastNumber += 1;
    return {
      email: `new-${lastNumber}@example.org`,
      password: goodPassword,
      cardName: 'Blue card',
      srid: charge.srid,
      amountMinor: 740,
      consentVersion: context.config.consent.version,
      language: 'en_CA',
      ...overrides,
    };
  }

  /** Each call comes from its own address unless the test names one, so that only the tested limit applies. */
  function register(payload: object, remoteAddress = `10.1.${lastNumber >> 8}.${lastNumber & 255}`) {
    return call({ method: 'POST', url: `${base}/registrations`, payload, remoteAddress });
  }

  function confirm(token: string, password = goodPassword) {
    lastNumber += 1;
    const remoteAddress = `10.2.${lastNumber >> 8}.${lastNumber & 255}`;
    return call({ method: 'POST', url: `${base}/registrations/confirm`, payload: { token, password }, remoteAddress });
  }

  async function registerAndRead(overrides: Record<string, unknown> = {}) {
    const charge = await buildCharge();
    const body = registrationOf(charge, overrides);
    expect((await register(body)).statusCode).toBe(202);
    return { body, charge, token: linkTokenOf(await mailServer.lastTo(body.email)) };
  }

  const rowsFor = async (email: string) =>
    (
      await pool.query(
        `select p.passenger_id, p.display_language, c.name, c.card_id, c.medium_id, t.version, t.language as terms_language, t.given_at, k.password_hash
        from passengers p
        join cards c using (passenger_id)
        join consents t using (passenger_id)
        join credentials k using (passenger_id)
        where p.email = $1`,
        [email],
      )
    ).rows;

  return { call, context, pool, mailServer, buildCharge, registrationOf, register, confirm, registerAndRead, rowsFor };
}
