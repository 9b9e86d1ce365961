import { dayMs } from '@tapfolio/domain/durations.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { claim, claimsOf, claimsUrl, lineOf, linkedSince, takenCard } from '../../../test/claims.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;

// Wrong lines count by address, account and reference; the tests share an address.
beforeEach(async () => void (await pool.query('truncate throttles')));

const codeOf = (response: { json(): { error?: { code: string } } }) => response.json().error?.code;
const object = (owner: SignedIn, id: string) => owner.call({ method: 'POST', url: `${claimsUrl}/${id}/objection` });
const withdraw = (claimant: SignedIn, id: string) => claimant.call({ method: 'DELETE', url: `${claimsUrl}/${id}` });
const mailsAbout = async (id: string) => {
  const sql = `select payload->>'mail' as mail from graphile_worker._private_jobs where payload->>'id' = $1 order by id`;
  return (await pool.query<{ mail: string }>(sql, [id])).rows.map(({ mail }) => mail);
};

async function openClaim() {
  const taken = await takenCard(testApp);
  const claimant = await signIn();
  const answer = await claim(claimant, taken.lines, { name: 'My old card' });
  const [made] = (await claimsOf(claimant)).own;
  return { ...taken, claimant, answer, id: made?.id ?? '' };
}

describe('claimCard', () => {
  it('opens a claim for seven days on a card of another account, and tells its owner', async () => {
    const { owner, card, claimant, answer, id } = await openClaim();

    expect([answer.statusCode, answer.json()]).toEqual([201, { cardId: null }]);
    const { own } = await claimsOf(claimant);
    expect(own).toEqual([expect.objectContaining({ name: 'My old card', state: 'open', endedAt: null })]);
    const { claimedAt, objectUntil } = own[0] ?? { claimedAt: '', objectUntil: '' };
    expect(Date.parse(objectUntil) - Date.parse(claimedAt)).toBe(7 * dayMs);
    expect((await claimsOf(owner)).claimed).toEqual([
      { id, cardName: card.name, cardId: card.card_id, state: 'open', claimedAt, objectUntil, endedAt: null },
    ]);
    expect(await mailsAbout(id)).toEqual(['card-claim-asked']);
  });

  it('shows neither passenger who the other is', async () => {
    const { owner, claimant, card } = await openClaim();

    const seen = [await owner.call({ url: claimsUrl }), await claimant.call({ url: claimsUrl })];

    expect(seen[0]?.body).not.toContain(claimant.passengerId);
    expect(seen[0]?.body).not.toContain('My old card');
    for (const secret of [owner.passengerId, card.name, card.medium_id]) expect(seen[1]?.body).not.toContain(secret);
  });

  it('gives the same answer whatever is wrong with the lines', async () => {
    const { mediumId, lines, card } = await takenCard(testApp);
    const { lines: others } = await takenCard(testApp);
    const sameDay = await lineOf(testApp, mediumId, 3);
    const old = await lineOf(testApp, mediumId, 57);
    const former = await buildMedium(pool);
    await buildFormerMedium(pool, card, former.medium_id);
    await linkedSince(testApp, former.medium_id, 180);
    const replaced = [await lineOf(testApp, former.medium_id, 3), await lineOf(testApp, former.medium_id, 10)];
    const recent = await takenCard(testApp);
    await linkedSince(testApp, recent.mediumId, 5);
    const wrong: readonly [string, readonly string[], (readonly [number, number])?][] = [
      ['an unknown reference', [lines[0], 'ZZZZZZZZZZZZZZ']],
      ['a wrong first amount', lines, [741, 740]],
      ['a wrong second amount', lines, [740, 739]],
      ['two cards', [lines[0], others[1]]],
      ['the same line twice', [lines[0], lines[0]]],
      ['two lines of a day', [lines[0], sameDay]],
      ['an old line', [lines[0], old]],
      ['a line from before the other account had the card', recent.lines],
      ['a medium that the bank has replaced', replaced],
    ];

    for (const [why, pair, amounts] of wrong) {
      await pool.query('truncate throttles');
      const answer = await claim(await signIn(), pair, amounts && { amounts });
      expect([why, answer.statusCode, codeOf(answer), answer.json().error.details]).toEqual([
        why,
        422,
        'card_claim_not_proven',
        undefined,
      ]);
    }
    expect((await pool.query('select from card_claims where medium_id = $1', [mediumId])).rowCount).toBe(0);
  });

  it('accepts a line that is almost eight weeks old', async () => {
    const { mediumId, lines } = await takenCard(testApp);
    const old = await lineOf(testApp, mediumId, 55);

    expect((await claim(await signIn(), [lines[0], old])).statusCode).toBe(201);
  });

  it('limits wrong pairs of one reference, of one account and from one address as linking does [CARD-07]', async () => {
    const guess = async (guesser: SignedIn, from: string, lines: readonly string[]) =>
      codeOf(await claim(guesser, lines, { amounts: [740, 1], from }));
    const newLines = async () => (await takenCard(testApp)).lines;
    const repeat = async (times: number, one: (n: number) => Promise<string | undefined>) => {
      const codes: (string | undefined)[] = [];
      for (let n = 0; n < times; n += 1) codes.push(await one(n));
      return codes;
    };
    const [lines, account] = [await newLines(), await signIn()];

    const ofReference = await repeat(4, async (n) => await guess(await signIn(), `10.1.0.${n}`, lines));
    const ofAccount = await repeat(6, async (n) => await guess(account, `10.2.0.${n}`, await newLines()));
    const fromAddress = await repeat(11, async () => await guess(await signIn(), '10.3.0.1', await newLines()));

    const misses = (count: number) => Array.from({ length: count }, () => 'card_claim_not_proven');
    expect(ofReference).toEqual([...misses(3), 'too_many_requests']);
    expect(ofAccount).toEqual([...misses(5), 'too_many_requests']);
    expect(fromAddress).toEqual([...misses(10), 'too_many_requests']);
  });

  it('lets an account ask ten times a day, also where it was refused', async () => {
    const { lines } = await openClaim();
    const second = await signIn();

    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push(codeOf(await claim(second, lines)));

    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'card_claim_pending'), 'too_many_requests']);
  });

  it('links a card at once that no account has any more', async () => {
    const { mediumId, lines } = await takenCard(testApp);
    await pool.query('delete from cards where medium_id = $1', [mediumId]);

    const answer = await claim(await signIn(), lines);

    expect([answer.statusCode, answer.json()]).toEqual([201, { cardId: 1 }]);
  });

  it('says that the card is the claimant’s by now when the answer that linked it was lost, also of two clicks at once', async () => {
    const { mediumId, lines } = await takenCard(testApp);
    await pool.query('delete from cards where medium_id = $1', [mediumId]);
    const claimant = await signIn();
    const ask = () => claim(claimant, lines, { name: 'Mine' });

    const answers = [...(await askAtOnce(4, ask)), await ask()];

    expect(answers.map((answer) => codeOf(answer) ?? answer.json().cardId).sort()).toEqual([
      1,
      ...Array.from({ length: 4 }, () => 'card_already_yours'),
    ]);
  });

  it('links a card that its owner kept and then gave up, whatever became of the claim before', async () => {
    const { owner, card, lines, claimant, id } = await openClaim();
    await buildCard(pool, { passenger_id: owner.passengerId });
    await object(owner, id);
    await owner.call({ method: 'DELETE', url: `/public/api/v1/portal/cards/${card.card_id}` });

    const again = await claim(claimant, lines);

    expect([again.statusCode, again.json()]).toEqual([201, { cardId: 1 }]);
  });

  it('refuses what is the claimant’s own card, a name they use already and a card number as a name', async () => {
    const { owner, card, lines } = await takenCard(testApp);
    const claimant = await signIn();
    await buildCard(pool, { passenger_id: claimant.passengerId, name: 'Visa' });

    for (const name of ['Any', card.name]) {
      const own = await claim(owner, lines, { name });
      expect([codeOf(own), own.json().error.details]).toEqual(['card_already_yours', { cardId: card.card_id }]);
    }
    expect(codeOf(await claim(claimant, lines, { name: 'VISA' }))).toBe('user_card_name_not_unique');
    expect(codeOf(await claim(claimant, lines, { name: '4111 1111 1111 1111' }))).toBe('card_name_is_card_number');
  });

  it('lets a second claimant wait, and finds the claim that the first click made', async () => {
    const { claimant, lines } = await openClaim();

    const again = await claim(claimant, lines);

    expect([again.statusCode, (await claimsOf(claimant)).own.length]).toEqual([201, 1]);
    expect(codeOf(await claim(await signIn(), lines))).toBe('card_claim_pending');
  });
});

describe('objectToCardClaim', () => {
  it('ends the claim, keeps the card, and tells the claimant', async () => {
    const { owner, mediumId, claimant, id } = await openClaim();

    const answers = [await object(owner, id), await object(owner, id)];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect((await claimsOf(claimant)).own).toEqual([expect.objectContaining({ state: 'objected' })]);
    expect((await claimsOf(owner)).claimed).toEqual([]);
    expect(await mailsAbout(id)).toEqual(['card-claim-asked', 'card-claim-objected']);
    const { rows } = await pool.query('select passenger_id from cards where medium_id = $1', [mediumId]);
    expect(rows).toEqual([{ passenger_id: owner.passengerId }]);
  });

  it('keeps the claimant alone from claiming the card again for 90 days', async () => {
    const { owner, lines, claimant, id } = await openClaim();
    await object(owner, id);

    expect(codeOf(await claim(claimant, lines))).toBe('card_claim_refused');
    expect((await claim(await signIn(), lines)).statusCode).toBe(201);
    await pool.query(`update card_claims set ended_at = now() - interval '91 days' where claim_id = $1`, [id]);
    await pool.query(`delete from card_claims where state = 'open'`);
    expect((await claim(claimant, lines)).statusCode).toBe(201);
  });

  it('is for the owner of the card alone, and says the same of no claim [CARD-14]', async () => {
    const { claimant, id } = await openClaim();
    const stranger = await signIn();

    const answers = [
      await object(stranger, id),
      await object(claimant, id),
      await object(stranger, '01900000-0000-7000-8000-000000000000'),
    ];

    expect(answers.map(codeOf)).toEqual(['card_claim_ended', 'card_claim_ended', 'card_claim_ended']);
    expect((await claimsOf(claimant)).own).toEqual([expect.objectContaining({ state: 'open' })]);
  });
});

describe('withdrawCardClaim', () => {
  it('keeps the claimant alone from claiming the card again for a week, so that its owner does not get a mail each hour', async () => {
    const { claimant, lines, id } = await openClaim();
    await withdraw(claimant, id);

    const again = await claim(claimant, lines, { name: 'My old card' });
    const other = await claim(await signIn(), lines);
    await pool.query(`update card_claims set state = 'withdrawn', ended_at = now() where state = 'open'`);
    await pool.query(`update card_claims set ended_at = now() - interval '8 days' where claim_id = $1`, [id]);
    const later = await claim(claimant, lines, { name: 'My old card' });

    expect([again, other, later].map(codeOf)).toEqual(['card_claim_withdrawn', undefined, undefined]);
  });

  it('ends the claim and tells the owner', async () => {
    const { owner, claimant, id } = await openClaim();

    const answers = [await withdraw(claimant, id), await withdraw(claimant, id), await object(owner, id)];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 409]);
    expect(await mailsAbout(id)).toEqual(['card-claim-asked', 'card-claim-withdrawn']);
    expect((await claimsOf(owner)).claimed).toEqual([]);
  });

  it('is allowed also where the operator offers no claiming any more', async () => {
    const { claimant, lines, id } = await openClaim();
    testApp.context.config.withheldPermissions = ['card-add.claim'];
    onTestFinished(() => {
      testApp.context.config.withheldPermissions = [];
    });

    expect([codeOf(await claim(claimant, lines)), (await withdraw(claimant, id)).statusCode]).toEqual(['0107', 204]);
  });

  it('is for the claimant alone', async () => {
    const { owner, claimant, id } = await openClaim();

    const answers = [await withdraw(owner, id), await withdraw(await signIn(), id)];

    expect(answers.map(codeOf)).toEqual(['card_claim_ended', 'card_claim_ended']);
    expect((await claimsOf(claimant)).own[0]?.state).toBe('open');
  });
});

it('writes down for both what happened, without the other', async () => {
  const { owner, claimant, id } = await openClaim();
  await object(owner, id);

  const { rows } = await pool.query<{ kind: string; passenger_id: string; detail: object }>(
    'select kind, passenger_id, detail from audit_events where passenger_id = any($1) order by event_id',
    [[owner.passengerId, claimant.passengerId]],
  );

  expect(rows.map(({ kind, passenger_id }) => [kind, passenger_id])).toEqual([
    ['card_claimed', claimant.passengerId],
    ['own_card_claimed', owner.passengerId],
    ['card_claim_objected', owner.passengerId],
  ]);
});
