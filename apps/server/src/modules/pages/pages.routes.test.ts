import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebFile } from './built-web.ts';
import { pageRoutes } from './pages.routes.ts';
import type { ServedPage } from './pages.service.ts';

const page = (name: string): ServedPage => ({
  name,
  locale: 'en_CA',
  plain: Buffer.from(`<h1>${name}</h1>`),
  br: Buffer.from('brotli'),
  gzip: Buffer.from('gzip'),
  etag: `"${name}"`,
  policy: "default-src 'none'",
  links: name === 'login' ? '<https://portal.example/login>; rel="alternate"; hreflang="x-default"' : undefined,
});
const file: WebFile = {
  plain: Buffer.from('export {}'),
  type: 'text/javascript; charset=utf-8',
  etag: '"a"',
  isImmutable: true,
};
const app = Fastify({ trustProxy: true });
const hosts: string[] = [];

beforeAll(async () => {
  const findPage = (pathname: string, host: string) => {
    hosts.push(host);
    return page(/^[/\\\\]+login$/.test(pathname) ? 'login' : 'not-found');
  };
  await app.register(pageRoutes({ files: new Map([['/assets/a.js', file]]), findPage }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: { code: 'TM0004' } }));
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('pages', () => {
  test('come with their own policy and are asked for again each time', async () => {
    const { statusCode, headers, body } = await get('/login?next=1');

    expect(statusCode).toBe(200);
    expect(body).toBe('<h1>login</h1>');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'",
      'content-language': 'en-CA',
      'cache-control': 'no-cache',
      etag: '"login"',
    });
  });

  test('are those of the host that the browser asked, whatever other host a client has its proxy pass on', async () => {
    hosts.length = 0;

    for (const host of ['travel.example', 'travel.example:8443', '[::1]:8080', '[::1]'])
      await get('/login', { host, 'x-forwarded-host': 'voyage.example', forwarded: 'host=voyage.example' });

    expect(hosts).toEqual(['travel.example', 'travel.example', '[::1]', '[::1]']);
  });

  test('name their addresses in other languages for search engines, or forbid indexing', async () => {
    const [shown, hidden] = [(await get('/login')).headers, (await get('/nowhere')).headers];

    expect([shown.link, shown['x-robots-tag']]).toEqual([page('login').links, undefined]);
    expect([hidden.link, hidden['x-robots-tag']]).toEqual([undefined, 'noindex, nofollow']);
  });

  test('are not sent twice to a browser that has them', async () => {
    expect((await get('/login', { 'if-none-match': '"login"' })).statusCode).toBe(304);
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('are sent in the best encoding that "%s" allows', async (accepted, encoding) => {
    expect((await get('/login', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  test('that do not exist have status 404', async () => {
    const { statusCode, body } = await get('/nowhere');

    expect(statusCode).toBe(404);
    expect(body).toBe('<h1>not-found</h1>');
  });
});

describe('a form that is sent before its script has come', () => {
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=somebody%40example.org&password=secret',
    });

  test('stays on its page, and leads to no address', async () => {
    const { statusCode, headers, body } = await post('/login?from=here');

    expect(statusCode).toBe(204);
    expect(headers).not.toHaveProperty('location');
    expect(JSON.stringify(headers) + body).not.toMatch(/secret|somebody/);
  });

  test.each(['/nowhere', '/assets/a.js', '/assets/b.js', '/public/api/v1/nothing', '/internal/nothing'])(
    'is refused at an address without a page: %s',
    async (url) => {
      expect((await post(url)).statusCode).toBe(404);
    },
  );
});

test('hashed files are cached for ever, and a missing one is not answered with a page', async () => {
  expect((await get('/assets/a.js')).headers['cache-control']).toContain('immutable');
  const missing = await get('/assets/b.js');
  expect([missing.statusCode, missing.body]).toEqual([404, '']);
  // Another instance of the server, a newer one, may have it.
  expect(missing.headers['cache-control']).toBe('no-store');
});

test('unknown calls are still refused as the API refuses', async () => {
  expect((await get('/public/api/v1/nothing')).json()).toEqual({ error: { code: 'TM0004' } });
});
