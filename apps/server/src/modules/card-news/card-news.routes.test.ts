import { ownPasswordPermissions } from '@tapfolio/contracts/permissions.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildOwed, daysAgo, newsMails, setState } from '../../../test/card-news.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { authRole } from '../../roles/auth.ts';
import { offToken, readOffToken } from './off-token.ts';

const testApp = await createTestApp([authRole]);
const { app, call, context, pool, signIn } = testApp;
const auth = '/public/api/v1/auth';
const others = { refunded: true, month: false };
const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Googlebot' };

const choose = (passenger: SignedIn, wanted: unknown) =>
  passenger.call({ method: 'PATCH', url: `${auth}/user/card_news`, payload: wanted as object });
const chosen = async (passenger: SignedIn) =>
  (await passenger.call({ url: `${auth}/user/get_settings` })).json().user.card_news;

/** A passenger whose card has an unpaid fare, and the mails about it. */
async function owing() {
  const passenger = await signIn();
  const { passengerId } = passenger;
  const { medium_id: mediumId } = await buildCard(pool, { passenger_id: passengerId, name: 'Blue' });
  await pool.query('update cards set linked_at = $2 where passenger_id = $1', [passengerId, daysAgo(10)]);
  await buildOwed(pool, mediumId);
  const { mails, subjects, tell } = newsMails(testApp);
  return { passenger, passengerId, mediumId, mails, subjects, tell: () => tell({ passengerId, mediumId }) };
}

/** The address for one click, and the token in it. */
async function linkOf({ mails, tell }: Awaited<ReturnType<typeof owing>>) {
  await tell();
  const url = new URL(mails[0]?.unsubscribeUrl ?? '');
  return { url, token: url.searchParams.get('token') ?? '' };
}

describe('PATCH /user/card_news', () => {
  it('keeps what the passenger wants; at first everything comes', async () => {
    const passenger = await signIn();
    const other = await signIn();
    const before = await chosen(passenger);

    // Several at once, and the choice that stands already, are one event.
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => choose(passenger, { refused: true, accepted: false })),
    );
    const answer = await choose(passenger, { refused: true, accepted: false });

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect([answer.statusCode, before]).toEqual([204, { refused: true, accepted: true, ...others }]);
    expect(await chosen(passenger)).toEqual({ refused: true, accepted: false, ...others });
    expect(await chosen(other)).toEqual({ refused: true, accepted: true, ...others });
    const { rows } = await pool.query(
      `select detail from audit_events where kind = 'card_news_chosen' and passenger_id = $1`,
      [passenger.passengerId],
    );
    expect(rows).toEqual([{ detail: { off: 'accepted', by: 'account' } }]);
  });

  it('keeps what a page of the release before does not ask, and turns on the mails about each month', async () => {
    const passenger = await signIn();
    await choose(passenger, { refused: true, accepted: true, refunded: false, month: true });
    await choose(passenger, { refused: false, accepted: true });
    const before = await chosen(passenger);

    await choose(passenger, { month: false });

    expect(before).toEqual({ refused: false, accepted: true, refunded: false, month: true });
    expect(await chosen(passenger)).toEqual({ ...before, month: false });
  });

  it('is open to a passenger whom a provider signs in', async () => {
    const passenger = await signIn();
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [
      passenger.passengerId,
    ]);

    expect((await choose(passenger, { refused: false, accepted: false })).statusCode).toBe(204);
    expect(ownPasswordPermissions).not.toContain('account-edit.card-news');
  });

  it('stops the mails about a refused card, and with them those about an accepted one', async () => {
    const { passenger, mediumId, subjects, tell } = await owing();
    await choose(passenger, { refused: false, accepted: true });
    await tell();
    await setState(pool, mediumId, 'ready');
    await tell();

    expect(subjects()).toEqual([]);
  });

  it('stops the mails about an accepted card only', async () => {
    const { passenger, mediumId, subjects, tell } = await owing();
    await choose(passenger, { refused: true, accepted: false });
    await tell();
    await setState(pool, mediumId, 'ready');
    await tell();

    expect(subjects()).toEqual(['Your card “Blue” is refused']);
  });
});

describe('an operator that withholds the news', () => {
  afterEach(() => {
    context.config.withheldPermissions = [];
  });

  it('sends none, and refuses the choice', async () => {
    const { passenger, subjects, tell } = await owing();
    context.config.withheldPermissions = ['account-edit.card-news'];

    const answer = await choose(passenger, { refused: true, accepted: true });
    await tell();

    expect([answer.statusCode, subjects()]).toEqual([403, []]);
  });
});

describe('the link in a mail', () => {
  it('turns off the news of that mail, without a session and as often as it is used', async () => {
    const one = await owing();
    const { token } = await linkOf(one);
    const turnOff = () => call({ method: 'POST', url: `${auth}/card_news/off`, payload: { token } });

    const answers = [await turnOff(), await turnOff()];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(await chosen(one.passenger)).toEqual({ refused: false, accepted: true, ...others });
    expect(one.mails[0]?.text).toContain(`/stop-emails/${token}\n`);
  });

  it.each(['refunded', 'month'] as const)('turns off only its kind: %s', async (kind) => {
    const passenger = await signIn();
    await choose(passenger, { month: true });
    const token = offToken(context, { passengerId: passenger.passengerId, kind });

    await call({ method: 'POST', url: `${auth}/card_news/off`, payload: { token } });

    const all = { refused: true, accepted: true, refunded: true, month: true };
    expect(await chosen(passenger)).toEqual({ ...all, [kind]: false });
  });

  it('turns it off by the one click of a mailbox provider, which sends a form and no header of ours', async () => {
    const one = await owing();
    const { url } = await linkOf(one);
    const headers = { ...form, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };

    const press = () =>
      app.inject({ method: 'POST', url: url.pathname + url.search, headers, payload: 'List-Unsubscribe=One-Click' });

    const answers = await Promise.all([press(), press(), press()]);

    for (const { statusCode, body, headers: sent } of answers)
      expect([statusCode, body, sent['set-cookie']]).toEqual([200, '', undefined]);
    expect(await chosen(one.passenger)).toEqual({ refused: false, accepted: true, ...others });
    expect(await pool.query(`select from audit_events where passenger_id = $1`, [one.passengerId])).toHaveProperty(
      'rowCount',
      1,
    );
  });

  it('changes nothing when a program only opens it, and leads to the page that asks', async () => {
    const one = await owing();
    const { url, token } = await linkOf(one);

    const answer = await app.inject({ url: url.pathname + url.search });

    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/stop-emails/${token}`]);
    expect(await chosen(one.passenger)).toEqual({ refused: true, accepted: true, ...others });
  });

  it.each(['..', '.', '', '../login', `${'x'.repeat(42)}/`])(
    'leads nowhere, and is no fault of the server, if its token is “%s”',
    async (wrong) => {
      const answer = await app.inject({
        url: `${auth}/card_news/one_click?${new URLSearchParams({ token: wrong }).toString()}`,
      });

      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    },
  );

  it('leads somewhere also for who asks with HEAD, and turns nothing off', async () => {
    const one = await owing();
    const { url } = await linkOf(one);
    const ask = async (method: 'GET' | 'HEAD') => await app.inject({ method, url: url.pathname + url.search });

    const [page, head] = [await ask('GET'), await ask('HEAD')];

    expect([head.statusCode, head.headers.location, head.body]).toEqual([page.statusCode, page.headers.location, '']);
    expect(page.statusCode).toBe(302);
    expect(await chosen(one.passenger)).toEqual({ refused: true, accepted: true, ...others });
  });

  it('works by one click also if no release offers the language of its mail any more', async () => {
    const one = await owing();
    const { url } = await linkOf(one);
    url.searchParams.set('language', 'xx_XX');

    const answer = await app.inject({ method: 'POST', url: url.pathname + url.search, headers: form, payload: '' });

    expect(answer.statusCode).toBe(200);
    expect(await chosen(one.passenger)).toEqual({ refused: false, accepted: true, ...others });
  });

  it('tells nobody whether there is such an account', async () => {
    const one = await owing();
    const { token } = await linkOf(one);
    await pool.query(`update passengers set status = 'anonymised' where passenger_id = $1`, [one.passengerId]);

    const closed = await call({ method: 'POST', url: `${auth}/card_news/off`, payload: { token } });

    expect([closed.statusCode, closed.body]).toEqual([204, '']);
  });

  it('is refused if it was changed anywhere, or has the id of another passenger', async () => {
    const one = await owing();
    const { token } = await linkOf(one);
    const other = await owing();
    const { token: others } = await linkOf(other);
    const wrong = [...token].map(
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    const mixed = Buffer.concat([
      Buffer.from(token, 'base64url').subarray(0, 16),
      Buffer.from(others, 'base64url').subarray(16),
    ]);

    // The last letter has two bits that belong to no byte.
    expect(wrong.slice(0, -1).filter((text) => readOffToken(context, text) !== undefined)).toEqual([]);
    expect(readOffToken(context, mixed.toString('base64url'))).toBeUndefined();
    expect(readOffToken(context, token)).toEqual({ passengerId: one.passengerId, kind: 'refused' });
  });

  it.each([
    ['another text', 'x'.repeat(43)],
    ['half of a link', 'x'.repeat(20)],
  ])('is refused if it is %s', async (_, wrong) => {
    const one = await owing();

    const answer = await call({ method: 'POST', url: `${auth}/card_news/off`, payload: { token: wrong } });

    expect([answer.statusCode, codeOf(answer)]).toEqual([400, '0102']);
    expect(await chosen(one.passenger)).toEqual({ refused: true, accepted: true, ...others });
  });
});
