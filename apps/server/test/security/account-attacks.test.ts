import { beforeAll, describe, expect, it } from 'vitest';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { buildCard } from '../factories/cards.ts';
import { buildPasswordOwner, goodPassword } from '../factories/credentials.ts';
import { createMailingApp } from '../mailing-app.ts';
import { listenOnLoopback, sendRaw } from '../raw-http.ts';
import { traceHeader } from '../trace-header.ts';

const { app, call, context, pool, signIn, mailServer } = await createMailingApp([authRole, portalRole]);
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(app);
});

const auth = '/public/api/v1/auth';
const portal = '/public/api/v1/portal';

describe('a session that another person chose', () => {
  it('[SES-04] is not opened by a sign-in', async () => {
    const { email } = await buildPasswordOwner(context);
    const chosen = `__Host-session=${'A'.repeat(43)}`;

    const payload = { email, password: goodPassword };
    const answer = await call({ method: 'POST', url: `${auth}/sessions`, payload, headers: { cookie: chosen } });

    expect(String(answer.headers['set-cookie'])).not.toContain(chosen);
    expect((await call({ url: `${auth}/user/get_settings`, headers: { cookie: chosen } })).statusCode).toBe(401);
  });

  it('[SES-04] stays the session of its passenger, and ends when another one signs in over it', async () => {
    const attacker = await signIn();
    const { email } = await buildPasswordOwner(context);

    const payload = { email, password: goodPassword };
    await call({ method: 'POST', url: `${auth}/sessions`, payload, headers: { cookie: attacker.cookie } });

    expect((await attacker.call({ url: `${auth}/user/get_settings` })).statusCode).toBe(401);
  });
});

describe('fields that the call does not take', () => {
  const extra = {
    passenger_id: '11111111-1111-4111-8111-111111111111',
    email: 'other@example.org',
    status: 'closed',
    is_sso_shadow_user: true,
    permissions: { admin: ['all'] },
    medium_id: '11111111-1111-4111-8111-111111111111',
    card_id: 99,
    must_change_password: true,
  };
  const accounts = 'select p.* from passengers p where passenger_id = $1';
  const cards = 'select passenger_id, card_id, medium_id, name from cards where passenger_id = $1';

  it('change only what the call is about', async () => {
    const somebody = await signIn();
    const card = await buildCard(pool, { passenger_id: somebody.passengerId, card_id: 1, name: 'Blue' });
    const [before] = (await pool.query(accounts, [somebody.passengerId])).rows;

    const names = { first_name: 'Ada', last_name: 'Byron' };
    const answers = [
      await somebody.call({ method: 'PATCH', url: `${auth}/user/profile`, payload: { ...extra, ...names } }),
      await somebody.call({ method: 'PATCH', url: `${portal}/cards/1`, payload: { ...extra, name: 'Red' } }),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    const [after] = (await pool.query(accounts, [somebody.passengerId])).rows;
    expect(after).toEqual({ ...before, ...names });
    expect((await pool.query(cards, [somebody.passengerId])).rows).toEqual([
      { passenger_id: somebody.passengerId, card_id: 1, medium_id: card.medium_id, name: 'Red' },
    ]);
  });
});

describe('text that would be a script on another page', () => {
  const script = '"><img src=x onerror=alert(1)>';

  it('is returned as text, in JSON that browsers do not show as a page', async () => {
    const somebody = await signIn();
    await buildCard(pool, { passenger_id: somebody.passengerId, card_id: 1 });
    const names = { first_name: script, last_name: '<script>alert(1)</script>' };

    await somebody.call({ method: 'PATCH', url: `${auth}/user/profile`, payload: names });
    await somebody.call({ method: 'PATCH', url: `${portal}/cards/1`, payload: { name: script } });

    const [settings, list] = [
      await somebody.call({ url: `${auth}/user/get_settings` }),
      await somebody.call({ url: `${portal}/cards` }),
    ];
    expect(settings.json().user).toMatchObject(names);
    expect(list.json().items[0].name).toBe(script);
    for (const { headers } of [settings, list])
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
  });

  it.each(['a\r\nBcc: b@example.org', 'a\u202eb', 'a\u200bb', 'a\u0007b'])(
    'is refused where it would be no text at all: %j',
    async (name) => {
      const somebody = await signIn();
      const payload = { first_name: name, last_name: '' };

      const answer = await somebody.call({ method: 'PATCH', url: `${auth}/user/profile`, payload });

      expect(answer.statusCode).toBe(400);
    },
  );
});

describe('a mail', () => {
  const askForReset = (email: string, ...more: string[]) => {
    const body = JSON.stringify({ email });
    const head = [`POST ${auth}/user/password_reset HTTP/1.1`, `X-Trace: ${traceHeader()}`, 'Connection: close'];
    const type = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
    return sendRaw(port, `${[...head, ...type, ...more].join('\r\n')}\r\n\r\n${body}`);
  };

  const waiting = "select attempts from graphile_worker.jobs where task_identifier = 'send-mail'";

  it('leads to the configured address, whatever host the call named', async () => {
    const { email } = await buildPasswordOwner(context);

    await askForReset(email, 'Host: evil.example', 'X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example');

    const { text = '', html = '' } = await mailServer.lastTo(email);
    const links = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([link]) => new URL(link).origin);
    expect(new Set(links)).toEqual(new Set([new URL(context.config.publicUrl).origin]));
  });

  it.each([
    '*\r\nBcc: eve@example.org',
    '*,eve@example.org',
    'eve@example.org, *',
    '"*" <eve@example.org>',
    '*%0aBcc: eve@example.org',
  ])('is not sent for an address with additions: %j', async (typed) => {
    const { email } = await buildPasswordOwner(context);
    const before = mailServer.mails.length;

    const answer = await askForReset(typed.replace('*', email), 'Host: a');

    expect(answer.status).toBeOneOf([202, 422]);
    // It is refused as no address, or a job is made that finds no account.
    await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([]);
    expect(mailServer.mails).toHaveLength(before);
  });
});
