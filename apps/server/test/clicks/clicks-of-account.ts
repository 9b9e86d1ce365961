import { sha256 } from '../../src/lib/hashing.ts';
import { newUuid } from '../../src/lib/ids.ts';
import { mailToken } from '../../src/lib/mail-token.ts';
import { offToken } from '../../src/modules/card-news/off-token.ts';
import { codeDigits } from '../../src/modules/second-factors/mail-codes.service.ts';
import type { TestApp } from '../build-app.ts';
import { goodPassword } from '../factories/credentials.ts';
import { insertRow } from '../factories/insert-row.ts';
import { paidReference } from '../linking.ts';
import { secondFactorCalls } from '../second-factors.ts';
import { softAuthenticator } from '../soft-authenticator.ts';
import type { Clicks } from './click.ts';

const newPassword = 'a-lighthouse-for-every-harbour';

/** The calls of an account that change something. */
export function clicksOfAccount({ call, context, pool }: Pick<TestApp, 'call' | 'context' | 'pool'>): Clicks {
  const { send, signedIn, addKey } = secondFactorCalls({ call, context });

  async function owner() {
    const person = await signedIn();
    const act = (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, payload?: object) => () =>
      send(method, path, payload, person.cookie);
    const signIn = () => send('POST', '/sessions', { email: person.email, password: goodPassword });
    return { ...person, act, signIn };
  }

  /** A second session, whose id is returned. */
  async function otherSession({ act, signIn }: Awaited<ReturnType<typeof owner>>): Promise<string> {
    await signIn();
    const { items } = (await act('GET', '/user/sessions')()).json<{ items: { id: string; isCurrent: boolean }[] }>();
    return items.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  }

  async function resetToken(passengerId: string): Promise<string> {
    const id = newUuid(Date.now());
    const token = mailToken(context.keys.mailTokens, 'password-reset', id);
    const about = { token_hash: sha256(token), reset_id: id, passenger_id: passengerId, purpose: 'forgotten' };
    await insertRow(pool, 'password_resets', { ...about, expires_at: new Date(Date.now() + 600_000) });
    return token;
  }

  /** The first half of a sign-in, and its code. */
  async function codeOf({ passengerId, signIn }: Awaited<ReturnType<typeof owner>>) {
    await pool.query('update passengers set mail_code = true where passenger_id = $1', [passengerId]);
    const { ticket } = (await signIn()).json().error.details;
    const { rows } = await pool.query('select code_id from sign_in_codes where passenger_id = $1', [passengerId]);
    return { ticket, code: codeDigits(context.keys.mailTokens, rows[0].code_id) };
  }

  const all = { 204: 20 };

  return {
    editProfile: async () => {
      const { act } = await owner();
      return { ask: act('PATCH', '/user/profile', { first_name: 'Anna', last_name: 'Novak' }), answers: all };
    },
    chooseCardNews: async () => {
      const { act } = await owner();
      return { ask: act('PATCH', '/user/card_news', { refused: false, accepted: true }), answers: all };
    },
    turnOffCardNews: async () => {
      const { passengerId } = await owner();
      const token = offToken(context, { passengerId, kind: 'refused' });
      const ask = () => send('POST', '/card_news/off', { token });
      return { ask, answers: all, writes: { card_news_chosen: 1 } };
    },
    endOtherSessions: async () => {
      const person = await owner();
      await otherSession(person);
      return { ask: person.act('DELETE', '/user/sessions'), answers: all };
    },
    endSession: async () => {
      const person = await owner();
      const ask = person.act('DELETE', `/user/sessions/${await otherSession(person)}`);
      return { ask, answers: { 204: 1, TM0044: 19 }, writes: { session_ended: 1 } };
    },
    changePassword: async () => {
      const { act } = await owner();
      const ask = act('POST', '/user/password_change', { old_password: goodPassword, new_password: newPassword });
      return { ask, answers: { 204: 1 }, writes: { password_changed: 1 }, mails: { 'password-changed': 1 } };
    },
    confirmPasswordReset: async () => {
      const { act, passengerId } = await owner();
      const body = { reset_token: await resetToken(passengerId), new_password: newPassword };
      const ask = act('POST', '/user/password_reset_confirm', body);
      return { ask, answers: { 200: 1, TM0056: 19 }, writes: { password_reset: 1 }, mails: { 'password-changed': 1 } };
    },
    requestPasswordReset: async () => {
      const { act, email } = await owner();
      const ask = act('POST', '/user/password_reset', { email });
      return { ask, answers: { 202: 20 }, mails: { 'password-reset': 3 } };
    },
    closeAccount: async () => {
      const { act } = await owner();
      const ask = act('POST', '/user/anonymize', { reason: 'privacy', password: goodPassword });
      const answers = { 204: 1, unauthenticated: 19 };
      return { ask, answers, writes: { account_closed: 1 }, mails: { 'account-closed': 1 } };
    },
    register: async () => {
      const person = { email: `${newUuid(Date.now())}@example.org`, password: goodPassword, language: 'en_CA' };
      const card = { cardName: 'Blue', srid: await paidReference({ pool }), amountMinor: 740 };
      const body = { ...person, ...card, consentVersion: context.config.consent.version };
      const answers = { 202: 5, too_many_requests: 15 };
      return { ask: () => send('POST', '/registrations', body), answers, mails: { registration: 5 } };
    },
    addPasskey: async () => {
      const { act } = await owner();
      const key = softAuthenticator(context.config.publicUrl);
      const offered = (await act('POST', '/user/passkeys/options')()).json();
      const ask = act('POST', '/user/passkeys', { name: 'Phone', response: key.register(offered) });
      const answers = { 201: 1, passkey_refused: 19 };
      return { ask, answers, writes: { passkey_added: 1 }, mails: { 'passkey-added': 1 } };
    },
    removePasskey: async () => {
      const { act, cookie } = await owner();
      const { id } = (await addKey(cookie, softAuthenticator(context.config.publicUrl))).json();
      const ask = act('DELETE', `/user/passkeys/${id}`);
      const answers = { 204: 1, TM0064: 19 };
      return { ask, answers, writes: { passkey_removed: 1 }, mails: { 'passkey-removed': 1 } };
    },
    confirmIdentity: async () => {
      const { act } = await owner();
      return { ask: act('POST', '/user/confirmation', { password: goodPassword }), answers: all };
    },
    setMailCode: async () => {
      const { act } = await owner();
      const ask = act('PATCH', '/user/second_factors', { mailCode: true });
      return { ask, answers: all, writes: { mail_code_on: 1 }, mails: { 'mail-code-on': 1 } };
    },
    signInWithCode: async () => {
      const person = await owner();
      const body = await codeOf(person);
      const answers = { 200: 1, sign_in_code_expired: 19 };
      return { ask: () => send('POST', '/sessions/code', body), answers, writes: { signed_in: 1 } };
    },
    signIn: async () => {
      const { signIn } = await owner();
      return { ask: signIn, answers: { 200: 20 } };
    },
    giveConsent: async () => {
      const { act } = await owner();
      const ask = act('POST', '/user/consent', { version: context.config.consent.version });
      return { ask, answers: all, writes: { consent_given: 1 } };
    },
    setLanguage: async () => {
      const { act } = await owner();
      return { ask: act('PATCH', '/user/settings', { display_language: 'fr_CA' }), answers: all };
    },
    signOut: async () => {
      const { act } = await owner();
      return { ask: act('GET', '/user/logout'), answers: { 200: 20 }, writes: { signed_out: 1 } };
    },
  };
}
