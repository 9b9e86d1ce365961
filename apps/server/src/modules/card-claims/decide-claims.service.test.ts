import { tripPage } from '@tapfolio/contracts/trips.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import {
  cardsOf,
  claimedCard,
  claimsOf,
  daysAgo,
  endTheWeek,
  lineOf,
  stateOfNewest,
  takenCard,
} from '../../../test/claims.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from './decide-claims.service.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { pool, signIn } = testApp;
const worker = contextOf(testApp.context, 'worker');
const portal = '/public/api/v1/portal';

const claimed = (overrides: Parameters<typeof claimedCard>[1] = {}) => claimedCard(testApp, overrides);
const stateOf = async (claimant: SignedIn) => await stateOfNewest(testApp, claimant);
const linkBy = async (passenger: SignedIn, srid: string) => {
  const payload = { srid, amountMinor: 740, name: 'Mine again' };
  const linked = await passenger.call({ method: 'POST', url: `${portal}/cards`, payload });
  return linked.json().id;
};
const mailsWaiting = async () => {
  const sql = `select payload->>'mail' as mail from graphile_worker._private_jobs where payload->>'mail' like 'card-claim-%'`;
  return (await pool.query<{ mail: string }>(sql)).rows.map(({ mail }) => mail);
};
const clearMails = async () => void (await pool.query('delete from graphile_worker._private_jobs'));

describe('a claim without an objection', () => {
  it('is decided after exactly seven days', async () => {
    const { claimant, mediumId } = await claimed();
    const setEnd = async (seconds: number) =>
      await pool.query(`update card_claims set object_until = now() + make_interval(secs => $2) where medium_id = $1`, [
        mediumId,
        seconds,
      ]);

    await setEnd(60);
    await decideClaims(worker);
    const before = await stateOf(claimant);
    await setEnd(0);
    await decideClaims(worker);

    expect([before, await stateOf(claimant)]).toEqual(['open', 'granted']);
  });

  it('moves the card once, under the chosen name, although the job runs several times in parallel', async () => {
    const earlier = await claimed();
    await endTheWeek(testApp, earlier.mediumId);
    await decideClaims(worker);
    const { owner, card, claimant, mediumId } = await claimed({ name: 'Blue Visa' });
    await clearMails();
    await endTheWeek(testApp, mediumId);

    await Promise.all(Array.from({ length: 8 }, () => decideClaims(worker)));
    await decideClaims(worker);

    expect(await cardsOf(claimant)).toEqual([expect.objectContaining({ id: 1, name: 'Blue Visa', debt: null })]);
    expect(await cardsOf(owner)).toEqual([]);
    expect((await mailsWaiting()).sort()).toEqual(['card-claim-granted', 'card-claim-moved']);
    expect((await claimsOf(owner)).claimed).toEqual([
      expect.objectContaining({ cardName: card.name, cardId: null, state: 'granted' }),
    ]);
    expect((await claimsOf(earlier.owner)).claimed).toMatchObject([{ cardName: earlier.card.name }]);
    const { rows } = await pool.query('select passenger_id from cards where medium_id = $1', [mediumId]);
    expect(rows).toEqual([{ passenger_id: claimant.passengerId }]);
  });

  it('hides the earlier trips from the claimant and the later ones from the former owner', async () => {
    const { owner, card, claimant, mediumId } = await claimed();
    const before = await buildTrip(pool, { medium_id: mediumId, started_at: daysAgo(1) });
    await endTheWeek(testApp, mediumId);
    await decideClaims(worker);
    const after = await buildTrip(pool, { medium_id: mediumId, started_at: new Date(Date.now() + 1000).toISOString() });

    const [mine] = await cardsOf(claimant);
    const trips = await claimant.call({ url: `${portal}/cards/${mine?.id}/trips` });
    const theirs = await owner.call({ url: `${portal}/cards/${card.card_id}/trips` });
    const files = [owner, claimant].map((one) => one.call({ url: '/public/api/v1/auth/user/export' }));
    const [ownersFile = '', claimantsFile = ''] = (await Promise.all(files)).map(({ body }) => body);

    expect(tripPage.parse(trips.json()).items.map(({ id }) => id)).toEqual([after.trip_id]);
    expect(theirs.statusCode).toBe(404);
    expect(ownersFile).not.toContain(after.trip_id);
    expect(claimantsFile).toContain(after.trip_id);
    expect(claimantsFile).not.toContain(before.trip_id);
    expect(claimantsFile).not.toContain(card.name);
    // The limit stays after unlinking: linked again by a line, the card shows no more.
    await buildCard(pool, { passenger_id: claimant.passengerId });
    await claimant.call({ method: 'DELETE', url: `${portal}/cards/${mine?.id}` });
    const srid = await lineOf(testApp, mediumId, 2);
    const payload = { srid, amountMinor: 740, name: 'Again' };
    const linked = await claimant.call({ method: 'POST', url: `${portal}/cards`, payload });
    const again = await claimant.call({ url: `${portal}/cards/${linked.json().id}/trips` });
    expect(tripPage.parse(again.json()).items.map(({ id }) => id)).toEqual([after.trip_id]);
  });

  it('also moves the media that the bank has replaced, and hides their histories', async () => {
    const taken = await takenCard(testApp);
    const former = await buildFormerMedium(pool, taken.card);
    const { owner, mediumId } = await claimed({ taken });
    await endTheWeek(testApp, mediumId);

    await decideClaims(worker);

    const left = await pool.query('select from cards where passenger_id = $1', [owner.passengerId]);
    const bound = await pool.query('select from history_bounds where medium_id = any($1)', [[former, taken.mediumId]]);
    expect([left.rowCount, bound.rowCount]).toEqual([0, 2]);
  });

  it('changes the chosen name when another card of the claimant has it', async () => {
    const long = 'A name that is exactly forty characters!';
    const { claimant, mediumId } = await claimed({ name: long });
    await buildCard(pool, { passenger_id: claimant.passengerId, name: long });
    await endTheWeek(testApp, mediumId);

    await decideClaims(worker);

    const names = (await cardsOf(claimant)).map(({ name }) => name);
    expect(names).toEqual([long, `${long.slice(0, 36)} 2`]);
  });
});

describe('a card that its owner gives up while it is claimed', () => {
  it('moves to the claimant at once, and its history stays hidden', async () => {
    const { owner, card, claimant, mediumId } = await claimed();
    await buildCard(pool, { passenger_id: owner.passengerId });
    await buildTrip(pool, { medium_id: mediumId, started_at: daysAgo(1) });
    await clearMails();

    expect((await owner.call({ method: 'DELETE', url: `${portal}/cards/${card.card_id}` })).statusCode).toBe(204);
    await decideClaims(worker);

    // Nobody is told that the card was taken from them.
    expect([await stateOf(claimant), await mailsWaiting()]).toEqual(['granted', ['card-claim-granted']]);
    const moved = await pool.query(`select from audit_events where kind = 'card_moved_away' and passenger_id is null`);
    expect(moved.rowCount).toBe(0);
    const [mine] = await cardsOf(claimant);
    const trips = await claimant.call({ url: `${portal}/cards/${mine?.id}/trips` });
    expect(tripPage.parse(trips.json()).items).toEqual([]);
    expect((await claimsOf(owner)).claimed).toEqual([]);
  });

  it('stays with a third passenger who linked it first, without the earlier history', async () => {
    const { owner, card, claimant, mediumId, lines } = await claimed();
    await clearMails();
    await buildCard(pool, { passenger_id: owner.passengerId });
    await buildTrip(pool, { medium_id: mediumId, started_at: daysAgo(1) });
    const third = await signIn();

    await owner.call({ method: 'DELETE', url: `${portal}/cards/${card.card_id}` });
    const payload = { srid: lines[0], amountMinor: 740, name: 'Third' };
    const linked = await third.call({ method: 'POST', url: `${portal}/cards`, payload });
    await decideClaims(worker);

    expect([linked.statusCode, await stateOf(claimant)]).toEqual([201, 'void']);
    expect(await mailsWaiting()).toEqual(['card-claim-void']);
    const trips = await third.call({ url: `${portal}/cards/${linked.json().id}/trips` });
    expect(tripPage.parse(trips.json()).items).toEqual([]);
  });

  it('belongs to the claimant who linked it before the job ran, and no mail reports another end', async () => {
    const { owner, card, claimant, lines } = await claimed();
    await clearMails();
    await buildCard(pool, { passenger_id: owner.passengerId });

    await owner.call({ method: 'DELETE', url: `${portal}/cards/${card.card_id}` });
    const linked = await linkBy(claimant, lines[0]);
    await decideClaims(worker);

    expect((await cardsOf(claimant)).map(({ id }) => id)).toEqual([linked]);
    expect([await stateOf(claimant), await mailsWaiting()]).toEqual(['granted', []]);
  });

  it('moves to the claimant when its owner closes the account, and the claim does not name that owner', async () => {
    const { owner, card, claimant } = await claimed();
    await pool.query(`update passengers set is_sso_shadow_user = true where passenger_id = $1`, [owner.passengerId]);
    await pool.query(`update sessions set proven_at = now() where passenger_id = $1`, [owner.passengerId]);

    const url = '/public/api/v1/auth/user/anonymize';
    const closed = await owner.call({ method: 'POST', url, payload: { reason: 'privacy' } });
    await decideClaims(worker);

    expect([closed.statusCode, await stateOf(claimant)]).toEqual([204, 'granted']);
    const { rows } = await pool.query<{ row: string }>('select c::text as row from card_claims c');
    const left = rows.filter(({ row }) => row.includes(owner.passengerId) || row.includes(card.name));
    expect(left).toEqual([]);
  });
});

describe('an ended claim is not shown to a passenger who has the card now', () => {
  it('to the owner who has it back, or to the claimant who has it', async () => {
    const { owner, claimant, mediumId, lines } = await claimed();
    await endTheWeek(testApp, mediumId);
    await decideClaims(worker);
    const [theirs] = await cardsOf(claimant);
    const toBoth = async () => [(await claimsOf(owner)).claimed.length, (await claimsOf(claimant)).own.length];

    const moved = await toBoth();
    await buildCard(pool, { passenger_id: claimant.passengerId });
    await claimant.call({ method: 'DELETE', url: `${portal}/cards/${theirs?.id}` });
    await linkBy(owner, lines[0]);

    expect([moved, (await toBoth())[0]]).toEqual([[1, 0], 0]);
  });

  it('to a claimant whose claim ended without the card and who linked it later', async () => {
    const { owner, card, claimant, lines } = await claimed();
    const third = await signIn();
    for (const { passengerId } of [owner, third]) await buildCard(pool, { passenger_id: passengerId });
    await owner.call({ method: 'DELETE', url: `${portal}/cards/${card.card_id}` });
    const theirs = await linkBy(third, lines[0]);
    await decideClaims(worker);
    const before = (await claimsOf(claimant)).own.map(({ state }) => state);

    await third.call({ method: 'DELETE', url: `${portal}/cards/${theirs}` });
    await linkBy(claimant, lines[0]);

    expect([before, await claimsOf(claimant)]).toEqual([['void'], { own: [], claimed: [] }]);
  });
});

it('a claim ends without the card when the bank replaces it', async () => {
  const { owner, card, claimant, mediumId } = await claimed();
  const successor = await buildMedium(pool, { first_seen_at: daysAgo(0) });
  await pool.query(`update media set status = 'replaced' where medium_id = $1`, [mediumId]);
  const replacement = { medium_id: mediumId, successor_id: successor.medium_id, source: 'operator' };
  await insertRow(pool, 'replacements', { ...replacement, exported_at: daysAgo(0) });

  const url = `${portal}/cards/${card.card_id}/replacement`;
  expect((await owner.call({ method: 'POST', url })).statusCode).toBe(204);
  const undecided = (await claimsOf(owner)).claimed;
  await decideClaims(worker);

  // Until the decision the notice leads to the card that the owner knows.
  expect(undecided).toMatchObject([{ state: 'open', cardId: card.card_id }]);
  expect(await stateOf(claimant)).toBe('void');
  expect(await cardsOf(owner)).toHaveLength(1);
});

it('a claim that cannot be decided keeps no other from its decision, fails the job, and is decided by the next run', async () => {
  const [broken, whole] = [await claimed(), await claimed()];
  await endTheWeek(testApp, broken.mediumId);
  await endTheWeek(testApp, whole.mediumId);
  await pool.query(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception using errcode = 'disk_full'; end $$`);
  await pool.query(`create trigger refuse before update on card_claims for each row
    when (old.medium_id = '${broken.mediumId}') execute function refuse()`);

  const failure = await decideClaims(worker).catch((error: unknown) => error);
  await pool.query('drop function refuse cascade');
  const after = [await stateOf(broken.claimant), await stateOf(whole.claimant)];
  await decideClaims(worker);

  expect(failure).toMatchObject({ errors: [{ code: '53100' }] });
  expect(after).toEqual(['open', 'granted']);
  expect(await stateOf(broken.claimant)).toBe('granted');
  expect(await cardsOf(broken.owner)).toEqual([]);
});
