import type { JWTPayload } from 'jose';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { providerTrips, sessionOf } from '../../test/provider-trips.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import { queueForPassenger } from '../../test/row-queue.ts';
import { buildApp } from '../app.ts';
import type { Mail } from '../gateways/mail.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { unsealRecipient } from '../modules/mails/last-mails.ts';
import { refreshAddress } from '../modules/single-sign-on/shadow-users.service.ts';
import { contextOf } from '../plugins/context.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, provider, leave, comeBack, redirectUri } = await createProviderWorld();

beforeEach(() => pool.query('truncate audit_events, throttles, graphile_worker._private_jobs cascade'));

async function signInWith(claims: JWTPayload) {
  provider.forge = (honest) => provider.sign({ ...honest, ...claims });
  return await comeBack(await leave());
}

/** Signs in at a provider with a user info endpoint. The portal looks for one only once, so this is another app. */
async function signInWithUserInfo(person: Record<string, unknown>, claims: JWTPayload) {
  provider.userInfo = person;
  onTestFinished(() => {
    provider.userInfo = undefined;
  });
  const identityProvider = createIdentityProvider({ ...provider, redirectUri });
  const app = await buildApp({ ...context, identityProvider }, [authRole]);
  onTestFinished(() => app.close());
  provider.forge = (honest) => provider.sign({ ...honest, ...claims });
  const browser = providerTrips(app, provider);
  return await browser.comeBack(await browser.leave());
}

const people = async () =>
  (await pool.query('select email, first_name, last_name from passengers where is_sso_shadow_user')).rows;
/** The second half of sign-ins of the only passenger, which bring another address. */
async function refreshes() {
  const { rows } = await pool.query("select passenger_id from passengers where status = 'active'");
  const passengerId: string = rows[0].passenger_id;
  const ada = { issuer: provider.issuer, subject: 'ada', isEmailVerified: true, firstName: 'Ada', lastName: 'Byron' };
  const signedIn = { ...ada, providerSession: undefined, issuedAt: new Date(), idToken: '' };
  const refreshTo = (email: string) => () =>
    refreshAddress(context, { passengerId, identity: { ...signedIn, email }, traceId: 'a'.repeat(32) });
  return { passengerId, refreshTo };
}

const auditOf = async (kind: string) =>
  (await pool.query('select passenger_id is not null as named, detail from audit_events where kind = $1', [kind])).rows;

describe('the claims of a provider about a person', () => {
  it.each<[string, JWTPayload]>([
    ['a name with a NUL', { family_name: 'By\0ron' }],
    ['a name that turns the text around', { given_name: 'Ada\u202e' }],
    ['a name of two lines', { given_name: 'Ada\r\nBcc: x' }],
    ['an endless name', { family_name: 'n'.repeat(101) }],
    ['a name that is a card number', { given_name: '4111 1111 1111 1111' }],
    ['a name that is no text', { given_name: 7 }],
    ['an address that is none', { email: 'not an address' }],
    ['two addresses', { email: 'a@b.example,x@y.example' }],
    ['an address with a line more', { email: 'a@b.example\r\nBcc: x@y.example' }],
    ['an endless address', { email: `${'a'.repeat(250)}@b.example` }],
    ['a subject with a NUL', { sub: 'a\0da' }],
    ['an endless subject', { sub: 's'.repeat(256) }],
    ['an endless session', { sid: 's'.repeat(256) }],
  ])('are refused at the error page if they have %s, and nothing is stored', async (_, claims) => {
    const answer = await signInWith(claims);

    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^\/error\?code=sso_failed&trace=/);
    expect(sessionOf(answer)).toBeUndefined();
    expect(await people()).toEqual([]);
    expect(await auditOf('sso_refused')).toHaveLength(1);
  });

  it('are refused each time, and recorded twenty times an hour for one address', async () => {
    const answers = [];
    for (let time = 0; time < 22; time += 1) answers.push(await signInWith({ sub: 'a\0da' }));

    expect(answers.filter(({ headers }) => !/code=sso_failed&/.test(String(headers.location)))).toEqual([]);
    expect(await auditOf('sso_refused')).toHaveLength(20);
  });

  it('are not asked for any more when sixty returns of one address were refused: who makes codes up would use up what the provider allows us', async () => {
    for (let time = 0; time < 60; time += 1) await signInWith({ sub: 'a\0da' });
    let asked = 0;
    provider.forge = (honest) => {
      asked += 1;
      return provider.sign(honest);
    };

    const refused = await comeBack(await leave());
    await pool.query(`update throttles set window_ends_at = window_ends_at - interval '15 minutes'`);
    const later = await comeBack(await leave());

    expect(refused.headers.location).toMatch(/^\/error\?code=too_many_requests&/);
    expect([asked, sessionOf(later) !== undefined]).toEqual([1, true]);
  });

  it('may omit the names or leave them empty', async () => {
    expect(sessionOf(await signInWith({ given_name: '', family_name: undefined }))).toBeDefined();

    expect(await people()).toEqual([{ email: 'ada@example.org', first_name: null, last_name: null }]);
  });

  it('may have a name that is written with an invisible joiner', async () => {
    expect(sessionOf(await signInWith({ given_name: 'علی\u200cرضا' }))).toBeDefined();

    expect(await people()).toMatchObject([{ first_name: 'علی\u200cرضا' }]);
  });
});

it.each([
  [true, true],
  ['true', true],
  ['false', false],
  [1, false],
])('takes an address for proven by the claim email_verified %j: %j', async (claim, isProven) => {
  expect(sessionOf(await signInWith({ email_verified: claim })) !== undefined).toBe(isProven);
});

it.each<[string, JWTPayload]>([
  ['the address', { email: undefined, email_verified: undefined, given_name: undefined }],
  ['whether the address is proven', { email_verified: undefined, given_name: undefined }],
  ['both names', { given_name: undefined, family_name: undefined }],
])('asks the user info endpoint where the ID token leaves out %s', async (_, claims) => {
  const person = { sub: 'ada', email: 'ada@example.org', email_verified: true, given_name: 'Augusta' };

  expect(sessionOf(await signInWithUserInfo(person, claims))).toBeDefined();

  expect(await people()).toMatchObject([{ email: 'ada@example.org', first_name: 'Augusta' }]);
});

it('takes the names from the user info endpoint, and the address with its proof from the ID token', async () => {
  const person = { sub: 'ada', email: 'other@example.org', email_verified: false, given_name: 'Augusta' };

  const answer = await signInWithUserInfo(person, { given_name: undefined, family_name: undefined });

  expect(sessionOf(answer)).toBeDefined();
  expect(await people()).toMatchObject([{ email: 'ada@example.org', first_name: 'Augusta' }]);
});

it('lets a passenger in without a name if the ID token has all else and the user info endpoint fails', async () => {
  const answer = await signInWithUserInfo({ error: 'no subject' }, { given_name: undefined, family_name: undefined });

  expect(sessionOf(answer)).toBeDefined();
  expect(await people()).toMatchObject([{ email: 'ada@example.org', first_name: null }]);
});

describe('a new address at the provider', () => {
  it('gets the mails from the next sign-in on', async () => {
    await signInWith({});

    expect(sessionOf(await signInWith({ email: 'Ada.King@Example.org' }))).toBeDefined();

    expect(await people()).toMatchObject([{ email: 'ada.king@example.org' }]);
    expect(await auditOf('address_changed')).toEqual([{ named: true, detail: {} }]);
  });

  it('is told of to the former address, which the job holds sealed, and leaves the queue when the account is closed', async () => {
    await signInWith({});
    await signInWith({});
    const jobs = async () => (await pool.query('select payload from graphile_worker._private_jobs')).rows;
    expect(await jobs()).toEqual([]);

    const cookie = sessionOf(await signInWith({ email: 'ada.king@example.org' }));

    const [job, ...others] = await jobs();
    expect([others, JSON.stringify(job)]).toEqual([[], expect.not.stringContaining('@')]);
    const mails: Mail[] = [];
    const gateway = { send: async (mail: Mail) => void mails.push(mail), close: () => {} };
    await sendMail(contextOf(context, 'worker'), gateway, job.payload);
    expect(mails).toMatchObject([{ to: 'ada@example.org', subject: 'Your email address was changed' }]);
    expect(mails[0]?.text).not.toContain('ada.king');
    const reason = { reason: 'privacy' };
    const url = '/public/api/v1/auth/user/anonymize';
    expect((await call({ method: 'POST', url, headers: { cookie }, payload: reason })).statusCode).toBe(204);
    expect((await jobs()).map(({ payload }) => payload.mail)).toEqual(['account-closed']);
  });

  it('is told of to the address right before it if two sign-ins bring two new ones at once', async () => {
    await signInWith({});
    const { passengerId, refreshTo } = await refreshes();

    await queueForPassenger(pool, passengerId, [refreshTo('first@example.org'), refreshTo('second@example.org')]);

    expect(await people()).toMatchObject([{ email: 'second@example.org' }]);
    const jobs = await pool.query('select payload from graphile_worker._private_jobs');
    const told = jobs.rows.map(({ payload }) => unsealRecipient(context, payload.recipient).to);
    expect(told.sort()).toEqual(['ada@example.org', 'first@example.org']);
  });

  it.each([
    ['before', 'new@example.org'],
    ['after', 'ada@example.org'],
  ])(
    'leaves nothing of either address if it comes right %s the account is closed, and the goodbye goes to %s',
    async (when, last) => {
      const cookie = sessionOf(await signInWith({}));
      const { passengerId, refreshTo } = await refreshes();
      const url = '/public/api/v1/auth/user/anonymize';
      const close = () => call({ method: 'POST', url, headers: { cookie }, payload: { reason: 'privacy' } });
      const acts = [refreshTo('new@example.org'), close];

      await queueForPassenger<unknown>(pool, passengerId, when === 'before' ? acts : acts.toReversed());

      const { rows } = await pool.query('select email from passengers where passenger_id = $1', [passengerId]);
      expect(rows).toMatchObject([{ email: expect.stringMatching(/@closed\.invalid$/) }]);
      const jobs = await pool.query('select payload from graphile_worker._private_jobs');
      expect(jobs.rows.map(({ payload }) => [payload.mail, unsealRecipient(context, payload.recipient).to])).toEqual([
        ['account-closed', last],
      ]);
    },
  );

  it('is not used while it is not verified', async () => {
    await signInWith({});

    await signInWith({ email: 'ada.king@example.org', email_verified: false });

    expect(await people()).toMatchObject([{ email: 'ada@example.org' }]);
  });

  it('is not used if another account has it, and the passenger is let in', async () => {
    await signInWith({});
    await buildPassenger(pool, { email: 'taken@example.org' });

    expect(sessionOf(await signInWith({ email: 'taken@example.org' }))).toBeDefined();

    expect(await people()).toMatchObject([{ email: 'ada@example.org' }]);
    expect(await auditOf('address_kept')).toEqual([{ named: true, detail: { code: 'sso_email_taken' } }]);
  });
});

it.each([
  ['deactivated', 'user_not_active'],
  ['expired', 'user_expired'],
])('records that a passenger who is %s was refused', async (status, code) => {
  await signInWith({});
  await pool.query('update passengers set status = $1', [status]);

  const answer = await signInWith({});

  expect(answer.headers.location).toMatch(new RegExp(`^/error\\?code=${code}&`));
  expect(await auditOf('sign_in_refused')).toEqual([{ named: true, detail: { code } }]);
});
