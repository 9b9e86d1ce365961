import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { changePasswordRoutes } from '../../src/modules/pages/change-password.routes.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp, testConfig } from '../build-app.ts';
import { expectApiAnswer, expectRefusal, expectSecurityHeaders } from '../every-answer.ts';
import { listenOnLoopback, sendRaw, talkRaw } from '../raw-http.ts';
import { traceHeader } from '../trace-header.ts';

const { app, signIn } = await createTestApp([authRole, portalRole, changePasswordRoutes]);
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(app);
});

const path = '/public/api/v1/auth/user_is_logged';
const close = 'Connection: close';
const post = ['POST /public/api/v1/auth/sessions HTTP/1.1', 'Host: a', 'Content-Type: application/json', close];
const chunked = (...chunks: string[]) => [
  ...post,
  `X-Trace: ${traceHeader()}`,
  'Transfer-Encoding: chunked',
  '',
  ...chunks,
];
const smuggled = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('a request that two parsers could read differently', () => {
  it.each([
    ['two hosts', [`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b', close]],
    ['no host', [`GET ${path} HTTP/1.1`, close]],
    ['a whole address as target', [`GET http://evil.example${path} HTTP/1.1`, 'Host: a', close]],
    ['two lengths', [...post, 'Content-Length: 1', 'Content-Length: 2', '', 'x']],
    ['a length and chunks', [...post, 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', smuggled]],
    ['chunks under another name', [...post, 'Transfer-Encoding: xchunked', '', '0', '', smuggled]],
    ['chunks twice', [...post, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', '', '0', '', smuggled]],
    ['a blank before the colon', [...post, 'Content-Length : 2', '', '{}']],
    ['a folded header', [...post, 'X-A: b', ' Content-Length: 2', '', '{}']],
    ['a bare line feed', [`GET ${path} HTTP/1.1\nHost: a`, close]],
    ['a length that is no number', [...post, 'Content-Length: +2', '', '{}']],
    ['a zero byte in a header', [`GET ${path} HTTP/1.1`, 'Host: a', 'X-A: a\0b', close]],
    ['a parameter twice', [`GET ${path}?unread=a&unread=b HTTP/1.1`, 'Host: a', close]],
    ['a parameter twice, once encoded', [`GET ${path}?un_read=a&un%5Fread=b HTTP/1.1`, 'Host: a', close]],
    ['a parameter twice behind a question mark', [`GET ${path}?a=?&unread=a&unread=b HTTP/1.1`, 'Host: a', close]],
    ['a path encoded twice', ['GET /public/api/v1/auth/user%255fis_logged HTTP/1.1', 'Host: a', close]],
    ['a zero byte in the path', ['GET /public/api/v1/auth/user_is_logged%00 HTTP/1.1', 'Host: a', close]],
    ['a path with an encoded letter', ['GET /public/api/v1/auth/user%5Fis_logged HTTP/1.1', 'Host: a', close]],
    ['a first segment with an encoded letter', ['GET /%70ublic/api/v1/auth/user_is_logged HTTP/1.1', 'Host: a', close]],
    ['a fragment', [`GET ${path}#?a=1 HTTP/1.1`, 'Host: a', close]],
    ['a parameter twice behind a fragment', [`GET ${path}#?a=1&a=2 HTTP/1.1`, 'Host: a', close]],
    ['a host that is none', [`GET ${path} HTTP/1.1`, 'Host: a b<c>', close]],
    ['an empty host', [`GET ${path} HTTP/1.1`, 'Host: ', close]],
    ['a version of another protocol', [`GET ${path} HTTP/2.0`, 'Host: a', close]],
    ['the beginning of another protocol', ['PRI * HTTP/2.0', '', 'SM']],
    ['an old version without a host', [`GET ${path} HTTP/1.0`, close]],
    [
      'chunks in an old version',
      [
        `GET ${path} HTTP/1.0`,
        'Host: a',
        'Connection: keep-alive',
        'Transfer-Encoding: chunked',
        '',
        '0',
        '',
        smuggled,
      ],
    ],
    ['a chunk in hexadecimal as programs write it', chunked('0x2', '{}', '0')],
    ['a chunk that is longer than it says', chunked('2', '{}{}', '0')],
    ['a chunk below nothing', chunked('-1', '{}', '0')],
    ['a chunk beyond all numbers', chunked('FFFFFFFFFFFFFFFFF', '{}', '0')],
    ['a chunk with a bare line feed', chunked('2;a\n{}', '0')],
    ['a chunk that tells a long story of itself', chunked(`2;a=${'b'.repeat(20_000)}`, '{}', '0')],
    ['a length behind the body', chunked('2', '{}', '0', 'Content-Length: 5')],
    ['a path that is no UTF-8', ['GET /public/api/v1/auth/%c0%ae HTTP/1.1', 'Host: a', close]],
  ])('is refused and the line closed: %s', async (_what, lines) => {
    const answer = await sendRaw(port, lines);

    expect(new Set(answer.statuses)).toEqual(new Set([400]));
    expectRefusal(answer);
    expectSecurityHeaders(answer);
  });
});

describe('a request whose end is not clear', () => {
  it('is the last one on its connection, whatever follows', async () => {
    const answer = await sendRaw(port, [`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b', '', smuggled]);

    expect(answer.statuses).toEqual([400]);
  });
});

describe('a request that another one follows on its connection', () => {
  const get = (...more: string[]) => [`GET ${path} HTTP/1.1`, 'Host: a', ...more].join('\r\n');

  it.each([
    ['wishes for another protocol', get('Connection: Upgrade', 'Upgrade: websocket')],
    ['is of an old version and asks to go on', get('Connection: keep-alive').replace('1.1', '1.0')],
    [
      'has a body where none is read',
      get('Content-Length: 40').concat(`\r\n\r\n${'GET /internal/x HTTP/1.1'.padEnd(36)}`),
    ],
  ])('is answered, and so is that one: it %s', async (_what, first) => {
    const answers = await talkRaw(port, [first], get(close));

    expect(answers.map(({ status, statuses }) => [status, statuses.length])).toEqual([
      [200, 1],
      [200, 1],
    ]);
  });
});

describe('a suffix behind the path of a call', () => {
  it.each([';x.css', '.css', '/x.css', '/.css', '%2Fx.css', '%3bx.css', '%00.css', '%0a.css', '/..%2fx.css', '?x.css'])(
    'makes no personal answer cacheable: %s',
    async (tail) => {
      const { cookie } = await signIn();
      const target = `/public/api/v1/portal/cards${tail}`;

      const answer = await sendRaw(port, [`GET ${target} HTTP/1.1`, 'Host: a', `Cookie: ${cookie}`, close]);

      expect(tail.startsWith('?') ? [200] : [400, 404]).toContain(answer.status);
      expectApiAnswer(answer);
    },
  );
});

describe('a method that a path does not accept', () => {
  it.each([
    ['GET', '/public/api/v1/auth/sessions', 'POST'],
    ['HEAD', path, 'GET'],
    ['PUT', '/public/api/v1/portal/cards/1', 'DELETE, GET, PATCH'],
    ['DELETE', '/public/api/v1/portal/cards', 'GET, POST'],
    ['OPTIONS', path, 'GET'],
    ['TRACE', path, 'GET'],
    ['TRACE', '/nowhere', 'DELETE, GET, HEAD, PATCH, POST'],
    ['PROPFIND', path, 'GET'],
  ])('is answered with those it takes: %s %s', async (method, target, allowed) => {
    const answer = await sendRaw(port, [`${method} ${target} HTTP/1.1`, 'Host: a', 'X-Secret: echoed', close]);

    expect([answer.status, answer.headers.allow]).toEqual([405, allowed]);
    expect(answer.body).not.toContain('echoed');
    expectSecurityHeaders(answer);
  });

  it('opens no tunnel', async () => {
    const answer = await sendRaw(port, ['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443']);

    expect([answer.status, answer.headers.allow]).toEqual([405, 'DELETE, GET, HEAD, PATCH, POST']);
    expectApiAnswer(answer);
  });

  it.each([
    ['leaves it open', () => {}],
    ['breaks it', (socket: Socket) => void socket.resetAndDestroy()],
  ])('opens no tunnel, and keeps no connection of a caller who %s', async (_what, leave) => {
    const { app: other } = await createTestApp([authRole]);
    const socket = connect({ port: await listenOnLoopback(other), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
    await once(socket, 'data');

    leave(socket);

    // An error that nothing listens to ends the process.
    const open = () => new Promise((resolve) => other.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  });

  it('is not found where no path is', async () => {
    const answer = await sendRaw(port, ['POST /public/api/v1/nowhere HTTP/1.1', 'Host: a', close]);

    expect(answer.status).toBe(404);
    expectApiAnswer(answer);
  });
});

describe('more than any caller needs', () => {
  const head = (length: number) => [...post, `X-Trace: ${traceHeader()}`, `Content-Length: ${length}`, '', ''];

  it.each([
    ['headers of 20 KB', [`GET ${path} HTTP/1.1`, 'Host: a', `X-A: ${'a'.repeat(20_000)}`, close], 431],
    ['an address of 20 KB', [`GET ${path}?invoked_by=${'a'.repeat(20_000)} HTTP/1.1`, 'Host: a', close], 431],
    ['a body announced as 1 GB', head(1e9), 413],
    ['a path of 3 KB', [`GET ${'/a'.repeat(1500)} HTTP/1.1`, 'Host: a', close], 400],
  ])('is refused at once: %s', async (_what, lines, status) => {
    const answer = await sendRaw(port, lines);

    expect(answer.status).toBe(status);
    expectRefusal(answer);
    expectSecurityHeaders(answer);
  });

  it.each([
    ['arrays', '['.repeat(30_000)],
    ['objects', '{"a":'.repeat(12_000)],
    ['whole arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['eleven levels', `{"email":"a","password":"x","more":${'['.repeat(10)}${']'.repeat(10)}}`],
    ['more than a thousand members', `{"email":"a","password":"x","more":[${'0,'.repeat(997)}0]}`],
    ['a character the database cannot store', '{"email":"a\\u0000b","password":"x"}'],
    ['a prototype', '{"email":"a","password":"x","__proto__":{"is_admin":true}}'],
  ])('is refused within a blink: a body of %s', async (_what, body) => {
    const started = performance.now();

    const answer = await sendRaw(port, head(body.length).join('\r\n') + body);

    expect(answer.status).toBe(400);
    expectApiAnswer(answer);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('does not wait for a caller who sends a header a second', { timeout: 40_000 }, async () => {
    // The limits of the server are ten seconds for headers, checked every two; one run of them is enough.
    const { app: other } = await createTestAppWithQuickLimits();
    const otherPort = await listenOnLoopback(other);
    const socket = connect(otherPort, '127.0.0.1');
    const started = performance.now();
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 200);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n`);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });

    await new Promise((resolve) => socket.once('close', resolve));

    clearInterval(drip);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(app.server.headersTimeout).toBe(10_000);
    expect(app.server.requestTimeout).toBe(12_000);
  });

  async function createTestAppWithQuickLimits() {
    const quick = await createTestApp([authRole]);
    // Only the times are changed here; the server itself does the rest.
    quick.app.server.headersTimeout = 500;
    return quick;
  }
});

describe('the address of a caller', () => {
  it('is not what the caller claims, unless a trusted proxy says so', async () => {
    const body = JSON.stringify({ email: 'a@example.org' });
    const reset = (at: number, forwarded: string) =>
      fetch(`http://127.0.0.1:${at}/public/api/v1/auth/user/password_reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-trace': traceHeader(), 'x-forwarded-for': forwarded },
        body: body.replace('a@', `${forwarded}@`),
      });
    const { http } = testConfig();
    const behindProxy = await createTestApp([authRole], {
      config: { http: { ...http, trustedProxies: ['127.0.0.1'] } },
    });
    const proxyPort = await listenOnLoopback(behindProxy.app);

    const direct = [];
    const proxied = [];
    for (let n = 1; n <= 12; n += 1) {
      direct.push((await reset(port, `10.0.0.${n}`)).status);
      proxied.push((await reset(proxyPort, `10.0.0.${n}`)).status);
    }

    expect(direct).toEqual([...Array(10).fill(202), 429, 429]);
    expect(proxied).toEqual(Array(12).fill(202));
  });

  it('is not its host: behind a trusted proxy too, a call of a foreign page is refused that brings its own', async () => {
    const { http } = testConfig();
    const behindProxy = await createTestApp([authRole], {
      config: { http: { ...http, trustedProxies: ['127.0.0.1'] } },
    });
    const from = async (origin: string) => {
      const headers = { host: 'travel.example', 'x-forwarded-host': 'evil.example', origin };
      const response = await behindProxy.call({ method: 'POST', url: '/public/api/v1/auth/sessions', headers });
      return response.json().error.code;
    };

    expect(await from('https://evil.example')).toBe('cross_site_request');
    expect(await from('https://travel.example')).not.toBe('cross_site_request');
  });

  it('is not used in a mail or a redirect: a foreign host changes no link', async () => {
    const { cookie } = await signIn();
    const answer = await sendRaw(port, [
      'GET /.well-known/change-password HTTP/1.1',
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      `Cookie: ${cookie}`,
      close,
    ]);

    expect(answer.headers.location).toMatch(/^\/[a-z]/);
    expectSecurityHeaders(answer);
  });
});
