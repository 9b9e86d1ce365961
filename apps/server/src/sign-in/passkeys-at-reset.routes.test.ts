import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { linkTokenOf } from '../../test/mail-server.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { softAuthenticator } from '../../test/soft-authenticator.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, mailServer } = await createMailingApp([authRole]);

const base = '/public/api/v1/auth';
const newPassword = 'the-ninth-bus-is-always-late';
let lastNumber = 0;

/** Each call comes from another address, so that no limit is met. */
function post(path: string, payload?: object, cookie = '') {
  lastNumber += 1;
  const headers = { cookie };
  const remoteAddress = `10.31.0.${lastNumber}`;
  return call({ method: 'POST', url: `${base}${path}`, headers, remoteAddress, ...(payload && { payload }) });
}

const signIn = (email: string, password: string) => post('/sessions', { email, password });
const cookieOf = (response: LightMyRequestResponse): string =>
  /__Host-session=[\w-]+/.exec(String(response.headers['set-cookie']))?.[0] ?? '';

/** An owner with a passkey, and a second one that an intruder added in a session of the owner. */
async function ownerWithIntruder() {
  const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
  const own = await addKey(email, 'My phone');
  const foreign = await addKey(email, 'Nobody knows');
  return { email, passengerId, own, foreign };
}

async function addKey(email: string, name: string) {
  const cookie = cookieOf(await signIn(email, goodPassword));
  const key = softAuthenticator(context.config.publicUrl);
  const offered = (await post('/user/passkeys/options', undefined, cookie)).json();
  const added = await post('/user/passkeys', { name, response: key.register(offered) }, cookie);
  const id = added.json<{ id: string }>().id;
  const open = async () => {
    const { challenge: asked } = (await post('/sessions/passkey_options')).json();
    return (await post('/sessions/passkey', { response: key.assert(asked) })).statusCode;
  };
  return { id, open };
}

async function resetTokenFor(email: string): Promise<string> {
  await post('/user/password_reset', { email });
  return linkTokenOf(await mailServer.about('Choose a new password', email));
}

const confirmReset = (reset_token: string, more: object = {}) =>
  post('/user/password_reset_confirm', { reset_token, new_password: newPassword, ...more });

describe('a forgotten password', () => {
  it('tells the holder of the link whose password it sets', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);

    const terms = (await call({ url: `${base}/user/password_rules?token=${token}` })).json();

    expect(terms.email).toBe(email);
  });

  it('shows the holder of the link the passkeys that also open the account', async () => {
    const { email, own, foreign } = await ownerWithIntruder();
    const token = await resetTokenFor(email);

    const { passkeys } = (await call({ url: `${base}/user/password_rules?token=${token}` })).json();

    expect(passkeys).toEqual([
      { id: own.id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: null },
      { id: foreign.id, name: 'Nobody knows', createdAt: expect.any(String), lastUsedAt: null },
    ]);
  });

  it('keeps the passkeys that the owner names, removes the others, and reports both by mail', async () => {
    const { email, passengerId, own, foreign } = await ownerWithIntruder();
    const token = await resetTokenFor(email);

    expect((await confirmReset(token, { keep_passkeys: [own.id] })).statusCode).toBe(200);

    expect([await own.open(), await foreign.open()]).toEqual([200, 403]);
    const { rows } = await pool.query(
      `select detail from audit_events where kind = 'passkey_removed' and passenger_id = $1`,
      [passengerId],
    );
    expect(rows).toEqual([{ detail: { by: 'password reset' } }]);
    const told = await mailServer.about('Your password was changed', email);
    expect(told.text).toContain('1 passkey was removed with the old password.');
    expect(told.text).toContain('1 passkey still opens your account without the password.');
  });

  it('removes every passkey of the owner when none is named, and none of other passengers', async () => {
    const { email, own, foreign } = await ownerWithIntruder();
    const other = await ownerWithIntruder();
    const token = await resetTokenFor(email);

    await confirmReset(token, { keep_passkeys: [other.own.id] });

    expect([await own.open(), await foreign.open()]).toEqual([403, 403]);
    expect([await other.own.open(), await other.foreign.open()]).toEqual([200, 200]);
  });

  it('removes a passkey that was added while the owner was deciding', async () => {
    const { email, own } = await ownerWithIntruder();
    const token = await resetTokenFor(email);
    const late = await addKey(email, 'Quick hands');

    await confirmReset(token, { keep_passkeys: [own.id] });

    expect([await own.open(), await late.open()]).toEqual([200, 403]);
  });

  it('removes nothing when the new password is refused', async () => {
    const { email, own } = await ownerWithIntruder();
    const token = await resetTokenFor(email);

    expect((await confirmReset(token, { new_password: 'short' })).statusCode).toBe(422);

    expect(await own.open()).toBe(200);
  });
});

it('a password that has to be changed at sign-in leaves the passkeys as they are', async () => {
  const { email, passengerId, own } = await ownerWithIntruder();
  await pool.query('update passengers set must_change_password = true where passenger_id = $1', [passengerId]);
  const { resetToken } = (await signIn(email, goodPassword)).json().error.details;

  const { passkeys } = (await call({ url: `${base}/user/password_rules?token=${resetToken}` })).json();
  await confirmReset(resetToken);

  expect(passkeys).toEqual([]);
  expect(await own.open()).toBe(200);
});

it('a password change tells how many passkeys still open the account', async () => {
  const { email } = await ownerWithIntruder();
  const cookie = cookieOf(await signIn(email, goodPassword));

  const change = { old_password: goodPassword, new_password: newPassword };
  expect((await post('/user/password_change', change, cookie)).statusCode).toBe(204);

  const { text } = await mailServer.about('Your password was changed', email);
  expect(text).toContain('2 passkeys still open your account without the password.');
  expect(text).not.toContain('removed');
});
