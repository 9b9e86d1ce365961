import type { InjectOptions } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { goodPassword } from '../../test/factories/credentials.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { actMeanwhile } from '../../test/row-queue.ts';
import { secondFactorCalls, sessionOf } from '../../test/second-factors.ts';
import { softAuthenticator } from '../../test/soft-authenticator.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { buildApp } from '../app.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import { contextOf } from '../plugins/context.ts';
import { authRole } from '../roles/auth.ts';

const testApp = await createMailingApp([authRole]);
const { context, pool, mailServer } = testApp;

const { send, signedIn, addKey, challengeForSignIn } = secondFactorCalls(testApp);

async function withPasskey() {
  const owner = await signedIn();
  const key = softAuthenticator(context.config.publicUrl);
  const added = await addKey(owner.cookie, key);
  return { ...owner, key, passkeyId: added.json<{ id: string }>().id };
}

/** Makes the latest proof of sign-in too old. */
const letTimePass = (passengerId: string) =>
  pool.query(`update sessions set proven_at = now() - interval '6 minutes' where passenger_id = $1`, [passengerId]);

/** The operator demands a new password. */
const orderChange = (passengerId: string) =>
  pool.query('update passengers set must_change_password = true where passenger_id = $1', [passengerId]);

describe('passkeys', () => {
  it('signs in with a passkey alone and tells the owner by mail that it was added', async () => {
    const { email, key } = await withPasskey();

    const answer = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(answer.statusCode).toBe(200);
    expect(answer.json().user.email).toBe(email);
    expect(sessionOf(answer)).toBeDefined();
    expect((await mailServer.lastTo(email)).subject).toBe('A passkey was added to your account');
  });

  it('tells the owner by mail that a passkey was removed', async () => {
    const { email, cookie, passkeyId } = await withPasskey();

    expect((await send('DELETE', `/user/passkeys/${passkeyId}`, undefined, cookie)).statusCode).toBe(204);

    const { text } = await mailServer.about('A passkey was removed from your account', email);
    expect(text).toContain('If it was not you, choose a new password right away:');
  });

  it('refuses a challenge used twice, of another origin, without user verification, and a key of another passenger', async () => {
    const { key } = await withPasskey();
    const stranger = softAuthenticator(context.config.publicUrl);
    const challenge = await challengeForSignIn();
    const good = { response: key.assert(challenge) };
    const first = await send('POST', '/sessions/passkey', good);

    const refused = [
      await send('POST', '/sessions/passkey', good),
      await send('POST', '/sessions/passkey', {
        response: key.assert(await challengeForSignIn(), { origin: 'https://evil.example' }),
      }),
      await send('POST', '/sessions/passkey', {
        response: key.assert(await challengeForSignIn(), { isUserVerified: false }),
      }),
      await send('POST', '/sessions/passkey', { response: stranger.assert(await challengeForSignIn()) }),
      await send('POST', '/sessions/passkey', { response: key.assert('never-given') }),
    ];

    expect(first.statusCode).toBe(200);
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'passkey_refused'));
  });

  it('opens no session for a passenger of an identity provider, and cannot be added', async () => {
    const { cookie, passengerId, key } = await withPasskey();
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passengerId]);

    const byKey = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });
    const offered = await send('POST', '/user/passkeys/options', undefined, cookie);
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();
    const proof = await send('POST', '/user/confirmation', { response: key.assert(challenge) }, cookie);

    expect([byKey, offered, proof].map(codeOf)).toEqual(['passkey_refused', '0107', 'passkey_refused']);
  });

  it('that are refused count as failed sign-ins of their owner', async () => {
    const { key } = await withPasskey();
    await send('POST', '/sessions/passkey', {
      response: key.assert(await challengeForSignIn(), { isUserVerified: false }),
    });

    const answer = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(answer.json().user).toMatchObject({ incorrect_login_count: 1, correct_login_count: 2 });
  });

  it('stores nothing for a challenge that is not answered', async () => {
    const count = async () => (await pool.query('select count(*)::int as n from passkey_challenges')).rows[0].n;
    const before = await count();

    const challenges = await Promise.all(Array.from({ length: 30 }, challengeForSignIn));

    expect(new Set(challenges).size).toBe(30);
    expect(await count()).toBe(before);
  });

  it('refuses an answer that names another owner of the key', async () => {
    const { key, passengerId } = await withPasskey();
    const stranger = await signedIn();
    const signInAs = async (id: string) => {
      const userHandle = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
      return await send('POST', '/sessions/passkey', {
        response: key.assert(await challengeForSignIn(), { userHandle }),
      });
    };

    expect(codeOf(await signInAs(stranger.passengerId))).toBe('passkey_refused');
    expect((await signInAs(passengerId)).statusCode).toBe(200);
  });

  it('must name the owner of the key at sign-in, where nobody has said who signs in, and need not afterwards', async () => {
    const { key, cookie } = await withPasskey();

    const nameless = await send('POST', '/sessions/passkey', {
      response: key.assert(await challengeForSignIn(), { userHandle: null }),
    });
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();
    const proof = { response: key.assert(challenge, { userHandle: null }) };
    const proven = await send('POST', '/user/confirmation', proof, cookie);

    expect([nameless.statusCode, codeOf(nameless)]).toEqual([403, 'passkey_refused']);
    expect(proven.statusCode).toBe(204);
  });

  it('refuses a copied key, recognised by its counter', async () => {
    const { key } = await withPasskey();
    await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });
    key.counter = 0;

    const copied = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(codeOf(copied)).toBe('passkey_refused');
  });

  it('lets its owner in while the password must be changed, and the change stays due', async () => {
    const { email, passengerId, key } = await withPasskey();
    await orderChange(passengerId);

    const byKey = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });
    const byPassword = await send('POST', '/sessions', { email, password: goodPassword });

    expect(byKey.statusCode).toBe(200);
    expect(codeOf(byPassword)).toBe('password_change');
  });

  it('opens one session for twenty parallel uses of one answer', async () => {
    const { key } = await withPasskey();
    const response = key.assert(await challengeForSignIn());

    const answers = await askAtOnce(20, () => send('POST', '/sessions/passkey', { response }));

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('accepts an answer once although the clock of the server is an hour behind that of the database', async () => {
    const { key } = await withPasskey();
    const clock = { now: () => new Date(Date.now() - 3_600_000) };
    const app = await buildApp({ ...context, clock }, [authRole]);
    onTestFinished(() => app.close());
    const call = (request: InjectOptions) =>
      app.inject({ ...request, headers: { 'x-trace': traceHeader(), ...request.headers } });
    const late = secondFactorCalls({ context, call });
    // A passkey that is kept in a cloud counts nothing: its counter, always 0, does not reveal a repetition.
    key.counter = -1;
    const response = key.assert(await late.challengeForSignIn());

    const first = await late.send('POST', '/sessions/passkey', { response });
    await sweepExpired(contextOf(context, 'worker'));
    const again = await late.send('POST', '/sessions/passkey', { response });

    expect([first.statusCode, codeOf(again)]).toEqual([200, 'passkey_refused']);
  });

  it('needs a fresh proof to be added or removed; password or passkey is accepted', async () => {
    const { cookie, passengerId, key, passkeyId } = await withPasskey();
    await letTimePass(passengerId);

    const stale = [
      await send('POST', '/user/passkeys/options', undefined, cookie),
      await send('DELETE', `/user/passkeys/${passkeyId}`, undefined, cookie),
      await send('PATCH', '/user/second_factors', { mailCode: true }, cookie),
    ];
    const wrong = await send('POST', '/user/confirmation', { password: 'not-my-password' }, cookie);
    const offered = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();
    const { challenge } = offered;
    const proven = await send('POST', '/user/confirmation', { response: key.assert(challenge) }, cookie);
    const removed = await send('DELETE', `/user/passkeys/${passkeyId}`, undefined, cookie);

    expect(stale.map(codeOf)).toEqual(stale.map(() => 'reauthentication_required'));
    expect(codeOf(wrong)).toBe('password_old_incorrect');
    expect(offered.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([key.id]);
    expect([proven.statusCode, removed.statusCode]).toEqual([204, 204]);
    expect((await send('GET', '/user/second_factors', undefined, cookie)).json()).toEqual({
      passkeys: [],
      mailCode: false,
    });
  });

  it('cannot have a card number as its name, and is not added with the answer to another challenge', async () => {
    const { cookie } = await signedIn();
    const key = softAuthenticator(context.config.publicUrl);
    const offered = (await send('POST', '/user/passkeys/options', undefined, cookie)).json();
    const response = key.register(offered);
    const other = key.register({ ...offered, challenge: 'never-given' });

    const numbered = await send('POST', '/user/passkeys', { name: '4111 1111 1111 1111', response }, cookie);
    const madeUp = await send('POST', '/user/passkeys', { name: 'Key', response: other }, cookie);

    expect([numbered, madeUp].map(codeOf)).toEqual(['card_name_is_card_number', 'passkey_refused']);
    expect((await send('GET', '/user/second_factors', undefined, cookie)).json().passkeys).toEqual([]);
  });

  it('opens no session for an account that is closed while the passkey answers', async () => {
    const { passengerId, key } = await withPasskey();
    const response = key.assert(await challengeForSignIn());

    const answer = await actMeanwhile(pool, {
      lock: `select from passengers where passenger_id = '${passengerId}' for update`,
      call: () => send('POST', '/sessions/passkey', { response }),
      act: (holder) =>
        holder.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [passengerId]),
    });

    expect(codeOf(answer)).toBe('login_failed');
    expect(sessionOf(answer)).toBeUndefined();
  });

  it('refuses a proof that cannot be stored', async () => {
    const { cookie, passengerId, key } = await withPasskey();
    await letTimePass(passengerId);
    await pool.query(
      `alter table audit_events add constraint unwritable check (kind <> 'identity_confirmed') not valid`,
    );
    onTestFinished(async () => void (await pool.query('alter table audit_events drop constraint unwritable')));
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();

    const answer = await send('POST', '/user/confirmation', { response: key.assert(challenge) }, cookie);

    expect(answer.statusCode).toBe(500);
    expect(codeOf(await send('POST', '/user/passkeys/options', undefined, cookie))).toBe('reauthentication_required');
  });

  it('cannot be read or removed by another passenger', async () => {
    const owner = await withPasskey();
    const other = await signedIn();

    const removed = await send('DELETE', `/user/passkeys/${owner.passkeyId}`, undefined, other.cookie);
    expect(codeOf(removed)).toBe('TM0064');
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, other.cookie)).json();
    const proven = await send('POST', '/user/confirmation', { response: owner.key.assert(challenge) }, other.cookie);
    const borrowed = (await send('POST', '/user/confirmation/options', undefined, other.cookie)).json().challenge;
    const answer = { response: owner.key.assert(borrowed) };
    const misused = [
      await send('POST', '/user/confirmation', answer, owner.cookie),
      await send('POST', '/sessions/passkey', answer),
    ];

    expect(codeOf(removed)).toBe('TM0064');
    expect(codeOf(proven)).toBe('passkey_refused');
    expect(misused.map(codeOf)).toEqual(['passkey_refused', 'passkey_refused']);
  });

  it('may be ten at most, also when twelve are added in parallel', async () => {
    const { cookie } = await signedIn();
    const answers = await askAtOnce(12, (index) =>
      addKey(cookie, softAuthenticator(context.config.publicUrl), `Key ${index}`),
    );

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map(codeOf)).toEqual([
      'passkey_limit_reached',
      'passkey_limit_reached',
    ]);
  });
});
