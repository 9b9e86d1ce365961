import { locales } from '@tapfolio/domain/locale.ts';
import { loadRest } from '@tapfolio/locales/generated/rest.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { linkTokenOf } from '../../test/mail-server.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { newPassword, passwordCalls } from '../../test/password-calls.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { leastStepMs, timed } from '../../test/timed.ts';
import { sha256 } from '../lib/hashing.ts';
import { presentRules } from '../modules/passwords/password-rules.present.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, mailServer } = await createMailingApp([authRole]);
const { confirmReset, post, requestReset, resetTokenFor, trySignIn } = passwordCalls({ call, mailServer });

const base = '/public/api/v1/auth';

/** The links that would work now. */
async function linksOf(email: string): Promise<string[]> {
  const { rows } = await pool.query<{ reset_id: string }>(
    'select reset_id from password_resets r join passengers p using (passenger_id) where p.email = $1',
    [email],
  );
  return rows.map((row) => row.reset_id);
}

describe('POST /user/password_reset', () => {
  it('[AUTH-10] [I18N-05] sends a link to the owner in the language of the account, and gives a stranger the same bytes, both in step', async () => {
    const { email } = await buildPasswordOwner(context, { display_language: 'fr_CA' });

    const { result: known, ms: knownMs } = await timed(requestReset(email));
    const { result: unknown, ms: unknownMs } = await timed(requestReset('nobody@example.org'));

    const comparable = ({ statusCode, body, headers }: LightMyRequestResponse) => [
      statusCode,
      body,
      { ...headers, date: '', 'x-trace-id': '' },
    ];
    expect(known.statusCode).toBe(202);
    expect(comparable(unknown)).toEqual(comparable(known));
    expect(Math.min(knownMs, unknownMs)).toBeGreaterThan(leastStepMs);
    const received = await mailServer.lastTo(email);
    expect(received.subject).toBe('Choisissez un nouveau mot de passe');
    expect(received.text).toContain(`${context.config.publicUrl}/changer-mot-de-passe/`);
    expect(mailServer.mails.some(({ to }) => to?.[0]?.address === 'nobody@example.org')).toBe(false);
  });

  it('[AUTH-14] reports an error of an address only if it reveals nothing, and has a text for every error', async () => {
    const closed = await buildPasswordOwner(context, { status: 'deactivated' });
    const ended = await buildPasswordOwner(context, { status: 'expired' });

    const malformed = await requestReset('not an address');
    const answers = [await requestReset(closed.email), await requestReset(ended.email)];

    expect(codeOf(malformed)).toBe('no_valid_username');
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [202, ''],
      [202, ''],
    ]);
    for (const locale of locales) {
      const t = translator(await loadRest(locale));
      const words = ['no_valid_username', 'user_not_active', 'user_locked', 'user_expired', 'TM0001'] as const;
      for (const code of words) expect(t(`errors.${code}`)).not.toBe(`errors.${code}`);
    }
  });

  it('[AUTH-11] keeps only a hash of the token', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);

    const token = await resetTokenFor(email);

    const { rows } = await pool.query(
      'select r.token_hash, r::text as row from password_resets r where passenger_id = $1',
      [passenger_id],
    );
    expect(rows).toEqual([{ token_hash: sha256(token), row: expect.not.stringContaining(token) }]);
  });

  it('sends no more than three mails in half an hour to one address, with the same answer', async () => {
    const { email } = await buildPasswordOwner(context);
    const links = new Set<string>();
    for (let time = 0; time < 4; time += 1) {
      expect((await requestReset(email)).statusCode).toBe(202);
      for (const link of await linksOf(email)) links.add(link);
    }

    expect(links.size).toBe(3);
  });

  it('sends a link again when the links of earlier requests have expired', async () => {
    const { email } = await buildPasswordOwner(context);
    for (let time = 0; time < 4; time += 1) await requestReset(email);
    const later = `- interval '31 minutes'`;
    await pool.query(`update password_resets set expires_at = expires_at ${later}`);
    await pool.query(`update throttles set window_ends_at = window_ends_at ${later}`);
    const before = await linksOf(email);

    await requestReset(email);

    const after = await linksOf(email);
    expect(after.filter((link) => !before.includes(link))).toHaveLength(1);
  });

  it('makes the links of older requests invalid', async () => {
    const { email } = await buildPasswordOwner(context);
    const older = await resetTokenFor(email);
    expect((await requestReset(email)).statusCode).toBe(202);
    const newer = linkTokenOf(await mailServer.lastTo(email, 2));

    expect(codeOf(await confirmReset(older))).toBe('TM0056');
    expect((await confirmReset(newer)).statusCode).toBe(200);
  });

  it('leaves one link of three parallel requests', async () => {
    const { email } = await buildPasswordOwner(context);

    await Promise.all([requestReset(email), requestReset(email), requestReset(email)]);

    expect(await linksOf(email)).toHaveLength(1);
  });

  it('refuses an address from which more than ten resets an hour are requested', async () => {
    for (let time = 0; time < 10; time += 1) await requestReset(`somebody-${time}@example.org`, '10.9.9.9');

    expect(codeOf(await requestReset('somebody-11@example.org', '10.9.9.9'))).toBe('too_many_requests');
  });

  it.each([
    ['a deactivated account', { status: 'deactivated' }],
    ['an account of the identity provider [SES-16]', { is_sso_shadow_user: true }],
  ])('makes no link for %s', async (_what, overrides) => {
    const { email, passenger_id } = await buildPasswordOwner(context, overrides);

    expect((await requestReset(email)).statusCode).toBe(202);

    const { rowCount } = await pool.query('select from password_resets where passenger_id = $1', [passenger_id]);
    expect(rowCount).toBe(0);
  });
});

describe('a link that was sent before', () => {
  it('sets no password after the owner has changed the password in another way', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);
    const cookie = String((await trySignIn(email, goodPassword)).headers['set-cookie']).split(';')[0] ?? '';
    const change = { old_password: goodPassword, new_password: newPassword };
    expect((await post('/user/password_change', change, { cookie })).statusCode).toBe(204);

    const late = await confirmReset(token, `${newPassword}-again`);

    expect(codeOf(late)).toBe('TM0056');
    expect((await trySignIn(email, newPassword)).statusCode).toBe(200);
  });

  it('[SES-16] sets no password for an account that the identity provider has taken over since', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passenger_id]);

    expect(codeOf(await confirmReset(token))).toBe('password_at_provider');
  });
});

describe('GET /user/password_rules', () => {
  it('[AUTH-09] gives the rules for a token without using it up', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);

    const response = await call({ url: `${base}/user/password_rules?token=${token}` });

    expect(response.json()).toEqual({ ...presentRules(context.config.passwordRules), passkeys: [] });
    expect((await confirmReset(token)).statusCode).toBe(200);
  });

  it('refuses an unknown token, and an address that tries many', async () => {
    const ask = () => call({ url: `${base}/user/password_rules?token=${'a'.repeat(43)}`, remoteAddress: '10.8.8.8' });

    for (let time = 0; time < 10; time += 1) expect(codeOf(await ask())).toBe('TM0056');
    expect(codeOf(await ask())).toBe('too_many_requests');
  });
});
