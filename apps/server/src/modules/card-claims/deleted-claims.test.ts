import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { cardsOf, claimedCard, claimsOf, endTheWeek, stateOfNewest } from '../../../test/claims.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import type { Mail } from '../../gateways/mail.ts';
import { sendMail } from '../../jobs/send-mail.job.ts';
import { sweepExpired } from '../../jobs/sweep-expired.job.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from './decide-claims.service.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { pool } = testApp;
const worker = contextOf(testApp.context, 'worker');
const claimed = () => claimedCard(testApp);

/** Closes an account that a provider signs in: no password is needed. */
async function closeByProvider(passenger: SignedIn): Promise<void> {
  await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passenger.passengerId]);
  await pool.query('update sessions set proven_at = now() where passenger_id = $1', [passenger.passengerId]);
  const url = '/public/api/v1/auth/user/anonymize';
  const { statusCode } = await passenger.call({ method: 'POST', url, payload: { reason: 'privacy' } });
  expect(statusCode).toBe(204);
}

/** The mails that jobs would send now, in the order of their kinds. */
async function mailsAsked(): Promise<Mail[]> {
  const sql = `select payload from graphile_worker._private_jobs where payload->>'mail' is not null order by payload->>'mail'`;
  const sent: Mail[] = [];
  const gateway = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined };
  for (const { payload } of (await pool.query<{ payload: unknown }>(sql)).rows)
    await sendMail(worker, gateway, payload);
  return sent;
}

it('a claim is deleted with its claimant’s account, and the card stays', async () => {
  const { owner, claimant, mediumId } = await claimed();

  await closeByProvider(claimant);
  await endTheWeek(testApp, mediumId);
  await decideClaims(worker);

  expect((await claimsOf(owner)).claimed).toEqual([]);
  expect(await cardsOf(owner)).toHaveLength(1);
});

it('the owner learns by mail that the claim is over when its claimant closes the account, and nothing of the claimant', async () => {
  const { owner, claimant, card } = await claimed();
  const addressOf = async ({ passengerId }: SignedIn) =>
    (await pool.query<{ email: string }>('select email from passengers where passenger_id = $1', [passengerId])).rows[0]
      ?.email;
  const [ownersAddress, claimantsAddress] = [await addressOf(owner), await addressOf(claimant)];
  await pool.query('delete from graphile_worker._private_jobs');

  await closeByProvider(claimant);

  const mails = await mailsAsked();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [claimantsAddress, expect.any(String)],
    [ownersAddress, `Nobody claims your card “${card.name}” any more`],
  ]);
  expect(JSON.stringify(mails.at(-1))).not.toContain('Mine');
});

it('an owner who closes the account too, or gave the card up, gets no mail about the end of the claim', async () => {
  const [leaving, free] = [await claimed(), await claimed()];
  await pool.query('delete from graphile_worker._private_jobs');
  await buildCard(pool, { passenger_id: free.owner.passengerId });
  await closeByProvider(leaving.claimant);
  await free.owner.call({ method: 'DELETE', url: `/public/api/v1/portal/cards/${free.card.card_id}` });
  await closeByProvider(free.claimant);

  await closeByProvider(leaving.owner);

  const subjects = (await mailsAsked()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('Nobody claims'))).toEqual([]);
});

it.each(['deactivated', 'expired'])(
  'a claim ends and the card stays when the claimant’s account is %s',
  async (status) => {
    const { owner, card, claimant, mediumId } = await claimed();
    await pool.query('update passengers set status = $2 where passenger_id = $1', [claimant.passengerId, status]);
    await endTheWeek(testApp, mediumId);

    await decideClaims(worker);

    const { rows: claims } = await pool.query('select state from card_claims where medium_id = $1', [mediumId]);
    expect(claims).toEqual([{ state: 'void' }]);
    expect((await mailsAsked()).map(({ subject }) => subject)).toContain(
      `Nobody claims your card “${card.name}” any more`,
    );
    expect(await cardsOf(owner)).toHaveLength(1);
    expect((await pool.query('select from history_bounds where medium_id = $1', [mediumId])).rowCount).toBe(0);
  },
);

it.each(['deactivated', 'expired'])(
  'a card whose owner’s account is %s moves when the week is over',
  async (status) => {
    const { owner, claimant, mediumId } = await claimed();
    await pool.query('update passengers set status = $2 where passenger_id = $1', [owner.passengerId, status]);
    await endTheWeek(testApp, mediumId);

    await decideClaims(worker);

    expect(await stateOfNewest(testApp, claimant)).toBe('granted');
  },
);

it('deletes claims 90 days after they ended, and no others', async () => {
  const { claimant: old } = await claimed();
  const { claimant: young } = await claimed();
  const end = async (passenger: SignedIn, days: number) =>
    await pool.query(
      `update card_claims set state = 'objected', ended_at = now() - make_interval(days => $2) where passenger_id = $1`,
      [passenger.passengerId, days],
    );
  await end(old, 91);
  await end(young, 89);

  await sweepExpired(worker);

  const count = async (passenger: SignedIn) =>
    (await pool.query('select from card_claims where passenger_id = $1', [passenger.passengerId])).rowCount;
  expect([await count(old), await count(young)]).toEqual([0, 1]);
});

it('shows how a claim ended for thirty days, to its claimant and to the owner who had the card', async () => {
  const shownAfter = async (days: number) => {
    const [refused, moved] = [await claimed(), await claimed()];
    const end = (mediumId: string, state: string) =>
      pool.query(
        `update card_claims set state = $2, ended_at = now() - make_interval(days => $3) where medium_id = $1`,
        [mediumId, state, days],
      );
    await end(refused.mediumId, 'objected');
    await end(moved.mediumId, 'granted');
    await pool.query('delete from cards where medium_id = $1', [moved.mediumId]);
    return [(await claimsOf(refused.claimant)).own.length, (await claimsOf(moved.owner)).claimed.length];
  };

  expect([await shownAfter(29), await shownAfter(31)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});
