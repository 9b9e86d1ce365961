import { locales } from '@tapfolio/domain/locale.ts';
import { loadRest } from '@tapfolio/locales/generated/rest.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import { describe, expect, it } from 'vitest';
import { comparableAnswer } from '../../test/comparable-answer.ts';
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

    expect(known.statusCode).toBe(202);
    expect(comparableAnswer(unknown)).toEqual(comparableAnswer(known));
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

  describe('in a day', () => {
    const pass = async (minutes: number) =>
      void (await pool.query(`update throttles set window_ends_at = window_ends_at - make_interval(mins => $1)`, [
        minutes,
      ]));

    /** Asks in each of so many half hours, and says how many links were sent. */
    async function linksOfHalfHours(email: string, halfHours: number, times: number, cookie = ''): Promise<number> {
      const before = new Set(await linksOf(email));
      const links = new Set<string>();
      for (let halfHour = 0; halfHour < halfHours; halfHour += 1) {
        for (let time = 0; time < times; time += 1) {
          expect((await post('/user/password_reset', { email }, { cookie })).statusCode).toBe(202);
          for (const link of await linksOf(email)) links.add(link);
        }
        await pass(30);
      }
      return [...links].filter((link) => !before.has(link)).length;
    }

    it('sends six mails at most, and then one every two hours, to whoever asks all day', async () => {
      const { email } = await buildPasswordOwner(context);

      const inTheFirstHour = await linksOfHalfHours(email, 2, 4);
      const afterIt = await linksOfHalfHours(email, 46, 1);

      expect([inTheFirstHour, afterIt]).toEqual([6, 12]);
    });

    it('lets the owner wait for two hours at most after a stranger has used up the mails of the day', async () => {
      const { email } = await buildPasswordOwner(context);
      await linksOfHalfHours(email, 4, 4);

      const inTheNextHour = await linksOfHalfHours(email, 2, 1);

      expect([inTheNextHour, await linksOfHalfHours(email, 1, 1)]).toEqual([0, 1]);
    });

    it('sends a mail to the owner who asks in a browser that signed in before, however many strangers have asked for', async () => {
      const { email } = await buildPasswordOwner(context);
      const cookies = [(await trySignIn(email, goodPassword)).headers['set-cookie'] ?? []].flat();
      const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
      const other = await buildPasswordOwner(context);
      for (const asked of [email, other.email]) await linksOfHalfHours(asked, 4, 4);

      expect(await linksOfHalfHours(email, 1, 1, cookie)).toBe(1);
      expect(await linksOfHalfHours(other.email, 1, 1, cookie)).toBe(0);
    });

    it('sends no more of them when they are asked for at once', async () => {
      const { email } = await buildPasswordOwner(context);
      await linksOfHalfHours(email, 1, 3);
      await linksOfHalfHours(email, 1, 2);

      await Promise.all(Array.from({ length: 6 }, () => requestReset(email)));
      // On a slow machine some of them were told to come back.
      for (let time = 0; time < 2; time += 1) await requestReset(email);

      const { rows } = await pool.query(
        `select count(*)::integer as mails from audit_events join passengers using (passenger_id)
        where email = $1 and kind = 'password_reset_requested'`,
        [email],
      );
      // The sixth of the day, and the one that comes later.
      expect(rows).toEqual([{ mails: 7 }]);
    });
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

    expect(response.json()).toEqual({ ...presentRules(context.config.passwordRules), email, passkeys: [] });
    expect((await confirmReset(token)).statusCode).toBe(200);
  });

  it('refuses an unknown token, and an address that tries many', async () => {
    const ask = () => call({ url: `${base}/user/password_rules?token=${'a'.repeat(43)}`, remoteAddress: '10.8.8.8' });

    for (let time = 0; time < 10; time += 1) expect(codeOf(await ask())).toBe('TM0056');
    expect(codeOf(await ask())).toBe('too_many_requests');
  });
});
