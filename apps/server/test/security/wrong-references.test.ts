import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { daysAgo, lineOf, linkedSince } from '../claims.ts';
import { buildCard } from '../factories/cards.ts';
import { goodPassword } from '../factories/credentials.ts';
import { insertRow } from '../factories/insert-row.ts';
import { buildMedium } from '../factories/media.ts';
import { buildPayment, nextSrid } from '../factories/payments.ts';
import { alone, followStatements } from '../meetings/meet.ts';
import { silentBank } from '../silent-bank.ts';

const app = await createTestApp([authRole, portalRole], { bank: silentBank });
const { context, pool, call, signIn } = app;
followStatements((['auth', 'portal'] as const).map((part) => context.databases.of(part).pool));

const portal = '/public/api/v1/portal';
const passenger = await signIn();
const stranger = await signIn();

/** Two references of each kind, as a caller has them who does not know the amounts. */
async function references(): Promise<Record<string, readonly [string, string]>> {
  const { medium_id: free } = await buildMedium(pool);
  const { medium_id: closed } = await buildMedium(pool, { status: 'closed' });
  const { medium_id: foreign } = await buildCard(pool, { passenger_id: stranger.passengerId });
  const { medium_id: own } = await buildCard(pool, { passenger_id: passenger.passengerId });
  const { medium_id: hidden } = await buildCard(pool, { passenger_id: passenger.passengerId });
  await linkedSince(app, foreign, 180);
  await insertRow(pool, 'history_bounds', { medium_id: hidden, shown_from: new Date() });
  const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 0, closed_at: daysAgo(11) };
  const owed = await Promise.all(
    [12, 13].map((days) => buildPayment(pool, { medium_id: foreign, opened_at: daysAgo(days), ...unpaid })),
  );
  const lines = async (mediumId: string) => [await lineOf(app, mediumId, 3), await lineOf(app, mediumId, 10)] as const;
  return {
    'one that nobody has': [nextSrid(), nextSrid()],
    'one of a card without an account': await lines(free),
    'one of a closed card': await lines(closed),
    'one of another passenger': await lines(foreign),
    'one of the caller': await lines(own),
    'a hidden one of the caller': await lines(hidden),
    'one of an unpaid fare': [owed[0]?.srid ?? '', owed[1]?.srid ?? ''],
  };
}

const wrong = 999;
const post = { method: 'POST', headers: { 'idempotency-key': randomUUID() } } as const;
const account = { password: goodPassword, cardName: 'Blue', consentVersion: context.config.consent.version };

/** Each call that takes a reference and its amount. */
const calls: Readonly<Record<string, (srid: string, other: string) => Promise<LightMyRequestResponse>>> = {
  linkCard: (srid) =>
    passenger.call({ ...post, url: `${portal}/cards`, payload: { srid, amountMinor: wrong, name: 'New' } }),
  claimCard: (srid, other) => {
    const lines = { first: { srid, amountMinor: wrong }, second: { srid: other, amountMinor: wrong } };
    return passenger.call({ ...post, url: `${portal}/card-claims`, payload: { ...lines, name: 'New' } });
  },
  findReceipts: (srid) => call({ ...post, url: `${portal}/receipts/search`, payload: { srid, amountMinor: wrong } }),
  downloadPublicReceipt: (srid) =>
    call({ ...post, url: `${portal}/receipts/document`, payload: { srid, amountMinor: wrong, language: 'en_CA' } }),
  findDebt: (srid) => call({ ...post, url: `${portal}/debts/search`, payload: { srid, amountMinor: wrong } }),
  collectFoundDebt: (srid) => {
    const headers = { 'idempotency-key': randomUUID() };
    return call({ ...post, headers, url: `${portal}/debts/collections`, payload: { srid, amountMinor: wrong } });
  },
  register: (srid) => {
    const person = { email: 'new@example.org', language: 'en_CA', ...account };
    const payload = { ...person, srid, amountMinor: wrong };
    return call({ ...post, url: '/public/api/v1/auth/registrations', payload });
  },
};

describe('a reference with a wrong amount', () => {
  it.each(Object.entries(calls))(
    'is refused in the same words and asks the database the same questions, whosever it is: %s',
    async (_, ask) => {
      const answers = new Map<string, unknown>();
      for (const [kind, [srid, other]] of Object.entries(await references())) {
        await pool.query('delete from throttles');
        const { outcome, statements } = await alone(() => ask(srid, other));
        const { traceId: _, ...error } = outcome.json().error;
        answers.set(kind, { status: outcome.statusCode, error, statements });
      }

      const unknown = answers.get('one that nobody has');
      expect(unknown).toMatchObject({
        status: expect.toSatisfy((status) => status === 404 || status === 422),
        statements: expect.toSatisfy((statements) => statements.length > 3),
      });
      for (const [kind, answer] of answers) expect([kind, answer]).toEqual([kind, unknown]);
    },
  );
});
