import { dayMs } from '@tapfolio/domain/durations.ts';
import { formatDate } from '@tapfolio/locales/formats.ts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../../test/build-app.ts';
import { claim, claimsUrl, endTheWeek, takenCard } from '../../../test/claims.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { workerRole } from '../../roles/worker.ts';
import { hastenClaim } from '../cards/cards.queries.ts';
import { writeClaimMail } from './card-claim-mails.ts';
import { decideClaims } from './decide-claims.service.ts';

const mailServer = await startMailServer();
const mail = { ...testConfig().mail, port: mailServer.port };
const testApp = await createTestApp([portalRole], { config: { mail } });
const { context, pool, signIn } = testApp;
const logger = pino({ level: 'silent' });

const addressOf = async (passengerId: string) =>
  (await pool.query<{ email: string }>('select email from passengers where passenger_id = $1', [passengerId])).rows[0]
    ?.email ?? '';

it('tells the owner about a claim and its end, and the claimant about an objection, each in their language and without naming the other', async () => {
  const { owner, card, lines, mediumId } = await takenCard(testApp, 'Bleue');
  await pool.query(`update passengers set display_language = 'fr_CA' where passenger_id = $1`, [owner.passengerId]);
  const [first, second] = [await signIn(), await signIn()];
  const [ownersAddress, firstAddress, secondAddress] = await Promise.all(
    [owner, first, second].map(({ passengerId }) => addressOf(passengerId)),
  );
  const worker = await workerRole(context, logger);

  await claim(first, lines, { name: 'My blue one' });
  const asked = await mailServer.lastTo(ownersAddress ?? '');
  const { rows } = await pool.query<{ claim_id: string }>('select claim_id from card_claims');
  await owner.call({ method: 'POST', url: `${claimsUrl}/${rows[0]?.claim_id}/objection` });
  const objected = await mailServer.lastTo(firstAddress ?? '');
  await claim(second, lines, { name: 'Still mine' });
  await mailServer.lastTo(ownersAddress ?? '', 2);
  await endTheWeek(testApp, mediumId);
  await decideClaims(contextOf(context, 'worker'));
  const granted = await mailServer.lastTo(secondAddress ?? '');
  const moved = await mailServer.lastTo(ownersAddress ?? '', 3);
  await worker.stop();

  expect(asked.subject).toBe(`Quelqu’un réclame votre carte «\u00a0${card.name}\u00a0»`);
  expect(asked.text).toMatch(/opposez-vous avant le \d{4}\/\d{2}\/\d{2}|opposez-vous avant le \d/);
  // The link opens the portal: only a signed-in passenger can object there.
  expect(asked.html).toContain(`${new URL(context.config.publicUrl).origin}/`);
  expect(asked.html).not.toContain(rows[0]?.claim_id);
  expect(objected.subject).toBe('The card “My blue one” stays where it is');
  expect(granted.subject).toBe('The card “Still mine” is now yours');
  expect(moved.subject).toBe(`Votre carte «\u00a0${card.name}\u00a0» a quitté votre compte`);
  for (const one of [asked, moved]) {
    expect(`${one.text}${one.html}`).not.toContain(firstAddress);
    expect(`${one.text}${one.html}`).not.toContain('My blue one');
  }
  for (const one of [objected, granted]) {
    expect(`${one.text}${one.html}`).not.toContain(ownersAddress);
    expect(`${one.text}${one.html}`).not.toContain(card.name);
  }
});

it('uses the name that the card has for its owner now, or had when it left, although another card has the old name', async () => {
  const { owner, card, lines, mediumId } = await takenCard(testApp, 'Blue');
  const other = await buildCard(pool, { passenger_id: owner.passengerId, name: 'Red' });
  const [first, second] = [await signIn(), await signIn()];
  const address = await addressOf(owner.passengerId);
  const rename = (cardId: number, name: string) =>
    owner.call({ method: 'PATCH', url: `/public/api/v1/portal/cards/${cardId}`, payload: { name } });

  await claim(first, lines);
  await rename(card.card_id, 'Old');
  await rename(other.card_id, 'Blue');
  const worker = await workerRole(context, logger);
  const asked = await mailServer.lastTo(address);
  const { own } = (await first.call({ url: claimsUrl })).json();
  await first.call({ method: 'DELETE', url: `${claimsUrl}/${own[0].id}` });
  const withdrawn = await mailServer.lastTo(address, 2);
  await claim(second, lines);
  await mailServer.lastTo(address, 3);
  await rename(card.card_id, 'Older');
  await endTheWeek(testApp, mediumId);
  await decideClaims(contextOf(context, 'worker'));
  const moved = await mailServer.lastTo(address, 4);
  const { claimed } = (await owner.call({ url: claimsUrl })).json();
  await worker.stop();

  expect([asked, withdrawn, moved].map(({ subject }) => subject)).toEqual([
    'Somebody claims your card “Old”',
    'Nobody claims your card “Old” any more',
    'Your card “Older” has left your account',
  ]);
  expect(claimed).toEqual([expect.objectContaining({ state: 'granted', cardName: 'Older' })]);
});

it('writes the last day in the language of the mail, also if the operator no longer offers that of the account', async () => {
  const { owner, lines, mediumId } = await takenCard(testApp);
  await pool.query(`update passengers set display_language = 'sk_SK' where passenger_id = $1`, [owner.passengerId]);
  await claim(await signIn(), lines);
  const claimed = async () => {
    const sql = 'select claim_id, object_until from card_claims where medium_id = $1';
    const { rows } = await pool.query<{ claim_id: string; object_until: string }>(sql, [mediumId]);
    return { claimId: rows[0]?.claim_id ?? '', until: isoInstant(rows[0]?.object_until ?? '') };
  };

  const asked = await writeClaimMail(contextOf(context, 'worker'), (await claimed()).claimId, 'card-claim-asked');

  const { timeZone } = homeOperator(context.config.operators);
  expect(asked?.text).toContain(`object before ${formatDate((await claimed()).until, 'en_CA', timeZone)}`);
});

it.each(['card-claim-granted', 'card-claim-moved'] as const)(
  '%s names the day of the decision, also if it is sent days later',
  async (mail) => {
    const { lines, mediumId } = await takenCard(testApp);
    await claim(await signIn(), lines);
    await endTheWeek(testApp, mediumId);
    await decideClaims(contextOf(context, 'worker'));
    const sql = `update card_claims set ended_at = now() - interval '3 days' where medium_id = $1 returning claim_id, ended_at`;
    const { rows } = await pool.query<{ claim_id: string; ended_at: string }>(sql, [mediumId]);

    const late = await writeClaimMail(contextOf(context, 'worker'), rows[0]?.claim_id ?? '', mail);

    const { timeZone } = homeOperator(context.config.operators);
    expect(late?.text).toContain(` ${formatDate(isoInstant(rows[0]?.ended_at ?? ''), 'en_CA', timeZone)}`);
  },
);

describe('while the mail server is away', () => {
  /** A claim made this number of days ago, whose owner may object for two more days. */
  async function claimOfDaysAgo(days: number) {
    const { owner, card, lines, mediumId } = await takenCard(testApp);
    await claim(await signIn(), lines);
    const { rows } = await pool.query<{ claim_id: string }>(
      `update card_claims
      set claimed_at = now() - make_interval(days => $2), object_until = now() + interval '2 days'
      where medium_id = $1
      returning claim_id`,
      [mediumId, days],
    );
    return { owner, card, mediumId, claimId: rows[0]?.claim_id ?? '' };
  }
  type Claimed = Awaited<ReturnType<typeof claimOfDaysAgo>>;
  const endOf = async (claimId: string) => {
    const sql = 'select object_until from card_claims where claim_id = $1';
    return isoInstant((await pool.query<{ object_until: string }>(sql, [claimId])).rows[0]?.object_until ?? '');
  };
  const daysUntil = (end: string) => Math.round((Date.parse(end) - Date.now()) / dayMs);

  it('each try to tell the owner restarts the week, and the last try comes after the first week', async () => {
    const { claimId } = await claimOfDaysAgo(5);

    const asked = await writeClaimMail(contextOf(context, 'worker'), claimId, 'card-claim-asked');

    const end = await endOf(claimId);
    expect(daysUntil(end)).toBe(7);
    const { timeZone } = homeOperator(context.config.operators);
    expect(asked?.text).toContain(formatDate(end, 'en_CA', timeZone));
    // The time that Graphile Worker waits after all tries but the last.
    const { rows } = await pool.query<{ days: number }>(
      `select (sum(exp(least(tried, 10))) / 86400)::float as days
      from graphile_worker._private_jobs, generate_series(1, max_attempts - 1) as tried
      where payload->>'mail' = 'card-claim-asked' and payload->>'id' = $1`,
      [claimId],
    );
    expect(rows[0]?.days).toBeGreaterThan(7);
  });

  const hastenings: readonly [string, (claimed: Claimed) => Promise<unknown>][] = [
    [
      'its owner gave the card up',
      async ({ owner, card }) => {
        await buildCard(pool, { passenger_id: owner.passengerId });
        return await owner.call({ method: 'DELETE', url: `/public/api/v1/portal/cards/${card.card_id}` });
      },
    ],
    [
      'the bank replaced the card',
      ({ owner: { passengerId }, mediumId }) =>
        hastenClaim(contextOf(context, 'portal').pool, { passengerId, mediumId }),
    ],
  ];
  it.each(hastenings.flatMap((one) => [5, 12].map((days) => [...one, days] as const)))(
    'a claim that is decided at once because %s gets no further week, also if it was restarted before',
    async (_, hasten, days) => {
      const claimed = await claimOfDaysAgo(days);
      await hasten(claimed);

      await writeClaimMail(contextOf(context, 'worker'), claimed.claimId, 'card-claim-asked');

      expect(Date.parse(await endOf(claimed.claimId))).toBeLessThanOrEqual(Date.now());
    },
  );
});
