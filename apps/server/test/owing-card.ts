import { randomUUID } from 'node:crypto';
import type { TestApp } from './build-app.ts';
import { claim, takenCard } from './claims.ts';
import { buildCard } from './factories/cards.ts';
import { buildOwedFares, type TestBank } from './money-world.ts';
import { whileBusy } from './while-busy.ts';

const portal = '/public/api/v1/portal';

/** A card of half a year with an unpaid fare, and the acts of its owner, a guest and a claimant. */
export async function buildOwingCard(app: TestApp, sandbox: TestBank['sandbox']) {
  const { pool, signIn, call } = app;
  const taken = await takenCard(app);
  const { owner, card, mediumId, lines } = taken;
  await buildCard(pool, { passenger_id: owner.passengerId });
  const [fare] = await buildOwedFares(pool, sandbox, { mediumId });
  if (fare === undefined) throw new Error('one fare was asked for');
  const claimant = await signIn();
  const url = `${portal}/cards/${card.card_id}`;
  const { srid, amountMinor, paymentId } = fare;
  const keyed = () => ({ 'idempotency-key': randomUUID() });
  return {
    ...taken,
    paymentId,
    srid,
    amountMinor,
    claimant,
    pay: () =>
      whileBusy(() =>
        owner.call({
          method: 'POST',
          url: `${url}/debts/${paymentId}/collections`,
          headers: keyed(),
          payload: { amountMinor, currency: 'CAD' },
        }),
      ),
    payAsGuest: () =>
      call({
        method: 'POST',
        url: `${portal}/debts/collections`,
        headers: keyed(),
        payload: { srid, amountMinor },
      }),
    claim: () => claim(claimant, lines),
    unlink: () => owner.call({ method: 'DELETE', url }),
    replace: () => owner.call({ method: 'POST', url: `${url}/replacement` }),
    closeAccount: () =>
      owner.call({ method: 'POST', url: '/public/api/v1/auth/user/anonymize', payload: { reason: 'privacy' } }),
  };
}
export type OwingCard = Awaited<ReturnType<typeof buildOwingCard>>;

/** The state of the fare, how often the bank took it, and how many collections of the card are open. */
export async function standingOf({ pool }: Pick<TestApp, 'pool'>, { paymentId, mediumId }: OwingCard) {
  const { rows } = await pool.query(
    `select state,
      (select count(*)::int from collections where payment_id = $1 and outcome = 'approved') as charges,
      (select count(*)::int from collections where medium_id = $2 and outcome is null) as open
    from debts
    where payment_id = $1`,
    [paymentId, mediumId],
  );
  return rows[0];
}
