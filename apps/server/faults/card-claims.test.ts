import { randomUUID } from 'node:crypto';
import { cardList } from '@tapfolio/contracts/cards.ts';
import { tripPage } from '@tapfolio/contracts/trips.ts';
import { beforeAll, expect, it } from 'vitest';
import { daysAgo, linkedSince } from '../test/claims.ts';
import { buildCard, buildFormerMedium } from '../test/factories/cards.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { buildMedium } from '../test/factories/media.ts';
import { buildTrip } from '../test/factories/trips.ts';
import { rounds, startFaultyDatabase, startServerProcess } from './city.ts';
import type { Work } from './killable-work.ts';
import { type SignedIn, signIn } from './signed-in.ts';
import { killAtSteps, workUntilDead } from './work-until-dead.ts';

/** The job that moves claimed cards to their claimants is killed at each of its steps. The results are read over HTTP. */

const { url, pool, home } = await startFaultyDatabase();
const isWhole = rounds > 1;

let address = '';
beforeAll(async () => {
  const server = await startServerProcess(home, { databaseUrl: url, outlivesTest: true });
  address = server.address;
  return () => void server.child.kill('SIGKILL');
});

/** A claim whose time is over; its owner kept the card, unlinked it, or had it replaced by the bank. */
type Course = 'still' | 'unlinked' | 'replaced';

interface DueClaim {
  readonly claimId: string;
  readonly course: Course;
  readonly mediumId: string;
  readonly owner: SignedIn;
  readonly claimant: SignedIn;
  /** A trip of the owner's time. */
  readonly before: string;
}

async function buildDueClaim(course: Course = 'still'): Promise<DueClaim> {
  const [owner, claimant] = [await signIn(pool), await signIn(pool)];
  const { medium_id: mediumId } = await buildMedium(pool);
  const { trip_id: before } = await buildTrip(pool, { medium_id: mediumId, started_at: daysAgo(1) });
  const claimId = randomUUID();
  const mine = course === 'unlinked' ? {} : { owner_id: owner.passengerId, owner_card_name: 'Theirs' };
  await insertRow(pool, 'card_claims', {
    ...{ claim_id: claimId, passenger_id: claimant.passengerId, medium_id: mediumId, name: 'Mine', ...mine },
    ...{ claimed_at: daysAgo(8), object_until: daysAgo(1) },
  });
  if (course === 'still') {
    await buildCard(pool, { passenger_id: owner.passengerId, medium_id: mediumId, name: 'Theirs' });
    await linkedSince({ pool }, mediumId, 180);
  }
  if (course === 'replaced')
    await buildFormerMedium(pool, await buildCard(pool, { passenger_id: owner.passengerId }), mediumId);
  return { claimId, course, mediumId, owner, claimant, before };
}

const work: Work = { do: 'decide claims' };

/** The results of a claim, each with its number. */
async function traceOf({ claimId, mediumId, owner, claimant }: DueClaim) {
  const { rows } = await pool.query<{
    state: string;
    holder: string | null;
    bounds: number;
    mails: string[];
    events: string[];
  }>(
    `select state,
      (select case passenger_id when $2 then 'owner' when $3 then 'claimant' end from cards where medium_id = $4) as holder,
      (select count(*)::int from history_bounds where medium_id = $4) as bounds,
      array(select payload->>'mail' from graphile_worker._private_jobs where payload->>'id' = $1::uuid::text order by 1) as mails,
      array(select kind from audit_events where trace_id = $1::uuid::text order by 1) as events
    from card_claims where claim_id = $1::uuid`,
    [claimId, owner.passengerId, claimant.passengerId, mediumId],
  );
  return rows[0];
}

const nothing = { bounds: 0, mails: [], events: [] };
const undecided = {
  still: { state: 'open', holder: 'owner', ...nothing },
  unlinked: { state: 'open', holder: null, ...nothing },
  replaced: { state: 'open', holder: 'owner', ...nothing },
};
const granted = { state: 'granted', holder: 'claimant', bounds: 1 };
const decided = {
  still: {
    ...granted,
    mails: ['card-claim-granted', 'card-claim-moved'],
    events: ['card_claim_granted', 'card_moved_away'],
  },
  unlinked: { ...granted, mails: ['card-claim-granted'], events: ['card_claim_granted'] },
  replaced: { state: 'void', holder: 'owner', bounds: 0, mails: ['card-claim-lapsed', 'card-claim-void'], events: [] },
};

/** The trips of all cards of a passenger, as they see them. */
async function tripsSeenBy({ headers }: SignedIn): Promise<string[]> {
  const get = async (place: string) =>
    await (await fetch(`${address}/public/api/v1/portal/${place}`, { headers: headers() })).json();
  const cards = cardList.parse(await get('cards')).items;
  const pages = await Promise.all(cards.map(async ({ id }) => tripPage.parse(await get(`cards/${id}/trips`))));
  return pages.flatMap(({ items }) => items.map(({ id }) => id));
}

/** Asserts that a claim is decided completely or not at all, and that neither passenger sees the other's data. */
async function expectWhole(claim: DueClaim): Promise<boolean> {
  const trace = await traceOf(claim);
  const isDecided = trace?.state !== 'open';
  expect(trace).toEqual((isDecided ? decided : undecided)[claim.course]);
  const ownerSees = claim.course === 'replaced' || (claim.course === 'still' && !isDecided);
  expect(await tripsSeenBy(claim.owner)).toEqual(ownerSees ? [claim.before] : []);
  expect(await tripsSeenBy(claim.claimant)).toEqual([]);
  return isDecided;
}

/** Asserts that only the present holder of the card sees new trips. */
async function expectNothingCrosses({ course, mediumId, before, owner, claimant }: DueClaim): Promise<void> {
  const later = new Date(Date.now() + 1000).toISOString();
  const { trip_id: after } = await buildTrip(pool, { medium_id: mediumId, started_at: later });
  const isKept = course === 'replaced';
  expect(await tripsSeenBy(owner)).toEqual(isKept ? [after, before] : []);
  expect(await tripsSeenBy(claimant)).toEqual(isKept ? [] : [after]);
}

const moments = isWhole ? (['before', 'sent'] as const) : (['sent'] as const);

it('is done completely or not at all, wherever the worker is killed', async () => {
  for (const moment of moments) {
    const claim = await buildDueClaim();
    const kills = await killAtSteps(pool, { databaseUrl: url, work, moment, every: 1 }, () => expectWhole(claim));

    expect(await expectWhole(claim)).toBe(true);
    await expectNothingCrosses(claim);
    // Opened, asked, changed, reported and closed: the worker was killed at each of these steps.
    expect(kills).toBeGreaterThanOrEqual(10);
  }
});

const claimsOfEach = isWhole ? 40 : 6;

it(`decides ${3 * claimsOfEach} claims once each while one of two workers is killed again and again`, async () => {
  const courses = Array.from({ length: claimsOfEach }, () => ['still', 'unlinked', 'replaced'] as const).flat();
  const claims = await Promise.all(courses.map(buildDueClaim));
  const decideUntilDead = () => {
    const diesAt = { question: 5 + Math.floor(Math.random() * 40), moment: moments[0] };
    return workUntilDead(pool, { databaseUrl: url, work, diesAt });
  };

  let kills = 0;
  while ((await pool.query(`select from card_claims where state = 'open'`)).rowCount !== 0) {
    const dead = await Promise.all([decideUntilDead(), decideUntilDead()]);
    kills += dead.filter(Boolean).length;
    for (const claim of claims.slice(0, 3)) await expectWhole(claim);
  }

  expect(kills).toBeGreaterThanOrEqual(claimsOfEach / 2);
  for (const claim of claims) expect([claim.course, await expectWhole(claim)]).toEqual([claim.course, true]);
  for (const claim of claims) await expectNothingCrosses(claim);
});
