import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyedHash, newToken } from '../../src/lib/hashing.ts';
import { type ThrottleRule, throttleRules } from '../../src/modules/throttles/throttle-rules.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { buildPasswordOwner, goodPassword } from '../factories/credentials.ts';
import { insertRow } from '../factories/insert-row.ts';
import { linkCard, paidReference } from '../linking.ts';
import { codeOf } from '../refusal-code.ts';
import { cookiesOf } from '../sign-in-attempts.ts';
import { softAuthenticator } from '../soft-authenticator.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { call, context, pool, signIn } = testApp;

const here = '203.0.113.5';
const elsewhere = '203.0.113.6';

const post = (url: string, payload: object, from: string, cookie = '') =>
  call({ method: 'POST', url: `/public/api/v1${url}`, payload, remoteAddress: from, headers: { cookie } });

const letPass = (minutes: number) =>
  pool.query(`update throttles set window_ends_at = window_ends_at - make_interval(mins => $1)`, [minutes]);

/** The codes of this number of calls, one after the other. */
async function codesOf(times: number, ask: (number: number) => Promise<LightMyRequestResponse>): Promise<string[]> {
  const codes: string[] = [];
  for (let number = 0; number < times; number += 1) codes.push(codeOf(await ask(number)));
  return codes;
}

const alike = (times: number, code: string) => Array.from({ length: times }, () => code);

/** Other callers have filled this limit up to this number within the last moment. */
async function fillForAll(rule: ThrottleRule, failures: number): Promise<void> {
  const now = new Date();
  const ends = { pending_until: now, window_ends_at: new Date(now.getTime() + 60_000) };
  const bucket = keyedHash(context.keys.throttles, `${rule.name}\0`);
  await insertRow(pool, 'throttles', { bucket, failures, pending: 0, ...ends });
}

const guests = {
  receipt: (srid: string, from: string) => post('/portal/receipts/search', { srid, amountMinor: 740 }, from),
  fare: (srid: string, from: string) => post('/portal/debts/search', { srid, amountMinor: 740 }, from),
};
const unknownLine = (number: number) => `UNKNOWN${String(number).padStart(7, '0')}`;

beforeEach(async () => void (await pool.query('truncate throttles')));

describe('one network address', () => {
  it('is refused for ten minutes after ten wrong lines of guests, for receipts and unpaid fares together', async () => {
    const srid = await paidReference(testApp);
    const guess = (number: number) => guests[number % 2 === 0 ? 'receipt' : 'fare'](unknownLine(number), here);

    const codes = await codesOf(11, guess);

    const misses = codes.slice(0, 10);
    expect(new Set(misses)).toEqual(new Set(['NWA0010', 'debt_not_found']));
    expect(codes[10]).toBe('too_many_requests');
    expect((await guests.receipt(srid, elsewhere)).statusCode).toBe(200);
    await letPass(9);
    expect(codeOf(await guests.receipt(srid, here))).toBe('too_many_requests');
    await letPass(1);
    expect((await guests.receipt(srid, here)).statusCode).toBe(200);
  });

  it('is refused for a quarter of an hour after twenty codes that were not sent, whatever their tickets', async () => {
    const guess = (from: string) => post('/auth/sessions/code', { ticket: newToken(), code: '000000' }, from);

    expect(await codesOf(21, () => guess(here))).toEqual([...alike(20, 'sign_in_code_expired'), 'too_many_requests']);
    expect(codeOf(await guess(elsewhere))).toBe('sign_in_code_expired');
    await letPass(14);
    expect(codeOf(await guess(here))).toBe('too_many_requests');
    await letPass(1);
    expect(codeOf(await guess(here))).toBe('sign_in_code_expired');
  });

  it('is refused for a quarter of an hour after twenty answers of passkeys that nobody has', async () => {
    const { challenge } = (await post('/auth/sessions/passkey_options', {}, here)).json();
    const key = softAuthenticator(context.config.publicUrl);
    const guess = (from: string) =>
      post('/auth/sessions/passkey', { response: key.assert(challenge, { userHandle: 'bm9ib2R5' }) }, from);

    expect(await codesOf(21, () => guess(here))).toEqual([...alike(20, 'passkey_refused'), 'too_many_requests']);
    expect(codeOf(await guess(elsewhere))).toBe('passkey_refused');
    await letPass(14);
    expect(codeOf(await guess(here))).toBe('too_many_requests');
    await letPass(1);
    expect(codeOf(await guess(here))).toBe('passkey_refused');
  });

  it('is refused after twenty wrong passwords in browsers that their owners used before, for all of these together', async () => {
    const usedBrowser = async () => {
      const { email } = await buildPasswordOwner(context);
      const signInWith = (password: string, cookie = '') => post('/auth/sessions', { email, password }, here, cookie);
      const [, device = ''] = cookiesOf(await signInWith(goodPassword));
      return (password = 'not the password') => signInWith(password, device);
    };
    const [first, second, third] = [await usedBrowser(), await usedBrowser(), await usedBrowser()];

    const wrong = [...(await codesOf(10, () => first())), ...(await codesOf(10, () => second()))];

    expect(wrong).toEqual(alike(20, 'login_failed'));
    expect(codeOf(await third(goodPassword))).toBe('too_many_requests');
    await letPass(15);
    expect((await third(goodPassword)).statusCode).toBe(200);
  });
});

describe('all callers together', () => {
  it('link no card for a minute after sixty wrong lines, if they were wrong themselves; all others do', async () => {
    const srid = await paidReference(testApp);
    const guesser = await signIn();
    const guess = (number: number) => linkCard(guesser, unknownLine(number), { from: here });
    expect(codeOf(await guess(1))).toBe('NWA0003');
    await fillForAll(throttleRules.linkEverywhere, 59);

    expect([codeOf(await guess(2)), codeOf(await guess(3))]).toEqual(['NWA0003', 'too_many_requests']);

    const honest = await signIn();
    expect((await linkCard(honest, srid, { from: elsewhere })).statusCode).toBe(201);
  });

  it('link no card for a minute after six hundred wrong lines of callers who were not wrong before', async () => {
    const srid = await paidReference(testApp);
    await fillForAll(throttleRules.linkByNewcomers, 599);

    const last = await linkCard(await signIn(), unknownLine(4), { from: here });
    const refused = await linkCard(await signIn(), srid, { from: elsewhere });

    expect([codeOf(last), codeOf(refused)]).toEqual(['NWA0003', 'too_many_requests']);
    await letPass(1);
    expect((await linkCard(await signIn(), srid, { from: elsewhere })).statusCode).toBe(201);
  });

  it('see no receipt for a minute after a hundred and twenty wrong lines, if they were wrong themselves; all others do', async () => {
    const srid = await paidReference(testApp);
    expect(codeOf(await guests.receipt(unknownLine(5), here))).toBe('NWA0010');
    await fillForAll(throttleRules.guestEverywhere, 119);

    const codes = [await guests.fare(unknownLine(6), here), await guests.receipt(srid, here)].map(codeOf);

    expect(codes).toEqual(['debt_not_found', 'too_many_requests']);
    expect((await guests.receipt(srid, elsewhere)).statusCode).toBe(200);
  });

  it('see no receipt for a minute after twelve hundred wrong lines of callers who were not wrong before', async () => {
    const srid = await paidReference(testApp);
    await fillForAll(throttleRules.guestByNewcomers, 1199);

    const codes = [await guests.fare(unknownLine(7), here), await guests.receipt(srid, elsewhere)].map(codeOf);

    expect(codes).toEqual(['debt_not_found', 'too_many_requests']);
    await letPass(1);
    expect((await guests.receipt(srid, elsewhere)).statusCode).toBe(200);
  });
});
