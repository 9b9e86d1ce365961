import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { claim, claimsUrl, daysAgo, endTheWeek, lineOf, stateOfNewest, takenCard } from '../../../test/claims.ts';
import { everyRound, rounds } from '../../../test/every-round.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { actMeanwhile, queueForPassenger, untilWaiting } from '../../../test/row-queue.ts';
import { whileBusy } from '../../../test/while-busy.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from './decide-claims.service.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { pool, signIn } = testApp;
const worker = contextOf(testApp.context, 'worker');
const portal = '/public/api/v1/portal';

beforeEach(async () => void (await pool.query('truncate throttles')));

const stateOf = async (claimant: SignedIn) => await stateOfNewest(testApp, claimant);
const holderOf = async (mediumId: string) => {
  const sql = 'select passenger_id from cards where medium_id = $1';
  return (await pool.query<{ passenger_id: string }>(sql, [mediumId])).rows[0]?.passenger_id;
};
const idOf = async (claimant: SignedIn) => {
  const sql = `select claim_id from card_claims where passenger_id = $1 and state = 'open'`;
  return (await pool.query<{ claim_id: string }>(sql, [claimant.passengerId])).rows[0]?.claim_id ?? '';
};

/** A claimed card; its owner has another card too, so that this one can be unlinked. */
async function claimed() {
  const taken = await takenCard(testApp);
  await buildCard(pool, { passenger_id: taken.owner.passengerId });
  const claimant = await signIn();
  await claim(claimant, taken.lines);
  const id = await idOf(claimant);
  const unlink = () => taken.owner.call({ method: 'DELETE', url: `${portal}/cards/${taken.card.card_id}` });
  return { ...taken, claimant, id, unlink };
}

const object = (owner: SignedIn, id: string) => owner.call({ method: 'POST', url: `${claimsUrl}/${id}/objection` });
const withdraw = (claimant: SignedIn, id: string) => claimant.call({ method: 'DELETE', url: `${claimsUrl}/${id}` });
const statusOf = (response: { statusCode: number }) => response.statusCode;

describe(`in ${rounds} of ${rounds} rounds`, () => {
  it('one of several claimants gets the claim, although each asks twice', async () => {
    await everyRound(testApp, async () => {
      const { mediumId, lines } = await takenCard(testApp);
      // Each claimant has own lines: two who use the same reference wait for each other before they reach the claim.
      const others = [await lineOf(testApp, mediumId, 4), await lineOf(testApp, mediumId, 11)];
      const claimants = [
        { person: await signIn(), lines },
        { person: await signIn(), lines: others },
      ];

      const answers = await Promise.all(
        [...claimants, ...claimants].map(({ person, lines: own }) => whileBusy(() => claim(person, own))),
      );

      const states = await Promise.all(claimants.map(({ person }) => stateOf(person)));
      const winner = states.indexOf('open');
      expect(states.filter((state) => state !== undefined)).toEqual(['open']);
      expect(answers.map(statusOf)).toEqual(answers.map((_, index) => (index % 2 === winner ? 201 : 409)));
    });
  });

  it('a claim and the unlinking of the card end with the card at the claimant', async () => {
    await everyRound(testApp, async () => {
      const { owner, card, lines, mediumId } = await takenCard(testApp);
      await buildCard(pool, { passenger_id: owner.passengerId });
      const claimant = await signIn();

      const [answer, unlinked] = await Promise.all([
        claim(claimant, lines),
        owner.call({ method: 'DELETE', url: `${portal}/cards/${card.card_id}` }),
      ]);
      await decideClaims(worker);

      expect([answer.statusCode, unlinked.statusCode]).toEqual([201, 204]);
      expect(await holderOf(mediumId)).toBe(claimant.passengerId);
    });
  });

  it('either the objection counts or the card moves, and both passengers see the same result', async () => {
    await everyRound(testApp, async () => {
      const { owner, claimant, id, mediumId } = await claimed();
      await endTheWeek(testApp, mediumId);

      const [answer] = await Promise.all([object(owner, id), decideClaims(worker), decideClaims(worker)]);

      const isKept = answer.statusCode === 204;
      expect(await stateOf(claimant)).toBe(isKept ? 'objected' : 'granted');
      expect(await holderOf(mediumId)).toBe((isKept ? owner : claimant).passengerId);
    });
  });

  it('a claim that is withdrawn, objected to and decided in parallel ends in one way', async () => {
    await everyRound(testApp, async () => {
      const { owner, claimant, id, mediumId } = await claimed();
      await endTheWeek(testApp, mediumId);

      const [gone, kept] = await Promise.all([withdraw(claimant, id), object(owner, id), decideClaims(worker)]);

      const state = await stateOf(claimant);
      expect([gone.statusCode === 204, kept.statusCode === 204]).toEqual([state === 'withdrawn', state === 'objected']);
      expect(await holderOf(mediumId)).toBe((state === 'granted' ? claimant : owner).passengerId);
    });
  });

  it('a card that is unlinked, claimed and linked by a third passenger in parallel has one holder, and its claim ends', async () => {
    await everyRound(testApp, async () => {
      const { unlink, claimant, lines, mediumId } = await claimed();
      const third = await signIn();
      const payload = { srid: lines[0], amountMinor: 740, name: 'Third' };
      const link = () => third.call({ method: 'POST', url: `${portal}/cards`, payload });

      const [unlinked, linked] = await Promise.all([unlink(), link(), decideClaims(worker)]);
      const again = await link();
      await decideClaims(worker);

      const isThirds = linked.statusCode === 201 || again.statusCode === 201;
      expect(unlinked.statusCode).toBe(204);
      expect(await stateOf(claimant)).toBe(isThirds ? 'void' : 'granted');
      expect(await holderOf(mediumId)).toBe((isThirds ? third : claimant).passengerId);
      const bound = await pool.query('select from history_bounds where medium_id = $1', [mediumId]);
      expect(bound.rowCount).toBe(1);
    });
  });

  it('accounts that close while their claim is decided leave no holder and no claim', async () => {
    await everyRound(testApp, async () => {
      const { owner, claimant, mediumId } = await claimed();
      const people = [owner.passengerId, claimant.passengerId];
      await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = any($1)', [people]);
      await pool.query('update sessions set proven_at = now() where passenger_id = any($1)', [people]);
      await endTheWeek(testApp, mediumId);
      const url = '/public/api/v1/auth/user/anonymize';
      const close = (one: SignedIn) =>
        whileBusy(() => one.call({ method: 'POST', url, payload: { reason: 'privacy' } }));

      const closed = await Promise.all([close(owner), close(claimant), decideClaims(worker)]);
      await decideClaims(worker);

      expect([closed[0].statusCode, closed[1].statusCode]).toEqual([204, 204]);
      expect(await holderOf(mediumId)).toBeUndefined();
      expect(await stateOf(claimant)).toBeUndefined();
    });
  });

  it('two passengers who claim each other’s cards get both, without a deadlock', async () => {
    await everyRound(testApp, async () => {
      const [one, other] = [await takenCard(testApp), await takenCard(testApp)];
      await claim(one.owner, other.lines);
      await claim(other.owner, one.lines);
      await endTheWeek(testApp, one.mediumId);
      await endTheWeek(testApp, other.mediumId);

      await Promise.all([decideClaims(worker), decideClaims(worker), decideClaims(worker)]);
      await decideClaims(worker);

      expect(await holderOf(one.mediumId)).toBe(other.owner.passengerId);
      expect(await holderOf(other.mediumId)).toBe(one.owner.passengerId);
    });
  });
});

it('a claim that is made while the owner closes the account is decided at once, and does not name the closed account', async () => {
  const { owner, card, mediumId, lines } = await takenCard(testApp);
  const claimant = await signIn();
  await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [owner.passengerId]);
  await pool.query('update sessions set proven_at = now() where passenger_id = $1', [owner.passengerId]);
  const url = '/public/api/v1/auth/user/anonymize';
  let closing: ReturnType<SignedIn['call']> | undefined;

  // The claim is written but not committed while the account closes.
  const claiming = await actMeanwhile(pool, {
    lock: 'lock table audit_events in exclusive mode',
    call: () => claim(claimant, lines),
    act: async () => {
      closing = owner.call({ method: 'POST', url, payload: { reason: 'privacy' } });
      await untilWaiting(pool, 2);
    },
  });
  const closed = await closing;
  const { rows } = await pool.query('select to_jsonb(c)::text as claim from card_claims c where medium_id = $1', [
    mediumId,
  ]);
  await decideClaims(worker);

  expect([claiming.statusCode, closed?.statusCode]).toEqual([201, 204]);
  expect(rows.filter((row) => row.claim.includes(owner.passengerId) || row.claim.includes(card.name))).toEqual([]);
  expect(await stateOf(claimant)).toBe('granted');
});

it('a claim that is decided while the owner takes over what the bank gave in place of the card waits, and ends without the card', async () => {
  const { owner, card, claimant, mediumId } = await claimed();
  const successor = await buildMedium(pool, { first_seen_at: daysAgo(0) });
  await pool.query(`update media set status = 'replaced' where medium_id = $1`, [mediumId]);
  const replacement = { medium_id: mediumId, successor_id: successor.medium_id, source: 'operator' };
  await insertRow(pool, 'replacements', { ...replacement, exported_at: daysAgo(0) });
  await endTheWeek(testApp, mediumId);

  const replace = () => owner.call({ method: 'POST', url: `${portal}/cards/${card.card_id}/replacement` });
  const [replaced] = await queueForPassenger<unknown>(pool, owner.passengerId, [replace, () => decideClaims(worker)]);

  expect(replaced).toMatchObject({ statusCode: 204 });
  expect([await holderOf(mediumId), await holderOf(successor.medium_id)]).toEqual([
    owner.passengerId,
    owner.passengerId,
  ]);
  expect(await stateOf(claimant)).toBe('void');
});
