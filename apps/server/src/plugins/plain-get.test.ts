import { describe, expect, it } from 'vitest';
import { pathOfPlainGet } from './plain-get.ts';

const read = (...lines: string[]) => pathOfPlainGet(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));

describe('a plain GET', () => {
  it('is what browsers and proxies send', () => {
    const path = '/public/api/v1/portal/cards/1/trips';
    expect(read(`GET ${path}?limit=20&from=2026-10-01T00:00:00-04:00 HTTP/1.1`, 'Host: a.example:8080')).toBe(path);
    expect(
      read(
        'GET /public/api/v1/auth/user/get_settings HTTP/1.1',
        'host: [::1]:80',
        'Connection: keep-alive',
        'sec-ch-ua: "Chromium";v="150", "Not;A=Brand";v="8"',
        'Accept-Language: fr-CA,fr;q=0.9',
        'Cookie: __Host-tapfolio-session=abc_-; other=1',
        'X-Forwarded-For: 10.0.0.1, 10.0.0.2',
      ),
    ).toBe('/public/api/v1/auth/user/get_settings');
  });

  it.each([
    ['another method', ['POST /a HTTP/1.1', 'Host: a']],
    ['another version', ['GET /a HTTP/1.0', 'Host: a']],
    ['no host', ['GET /a HTTP/1.1', 'Accept: */*']],
    ['two hosts', ['GET /a HTTP/1.1', 'Host: a', 'HOST: b']],
    ['a host that is none', ['GET /a HTTP/1.1', 'Host: a b']],
    ['a whole address', ['GET http://a/b HTTP/1.1', 'Host: a']],
    ['an encoded path', ['GET /a%2fb HTTP/1.1', 'Host: a']],
    ['a fragment', ['GET /a?b#c HTTP/1.1', 'Host: a']],
    ['two blanks', ['GET  /a HTTP/1.1', 'Host: a']],
    ['a body', ['GET /a HTTP/1.1', 'Host: a', 'Content-Length: 3']],
    ['a body in chunks', ['GET /a HTTP/1.1', 'Host: a', 'transfer-encoding: chunked']],
    ['an expectation', ['GET /a HTTP/1.1', 'Host: a', 'Expect: 100-continue']],
    ['another protocol', ['GET /a HTTP/1.1', 'Host: a', 'Upgrade: h2c', 'Connection: upgrade']],
    ['the wish to close', ['GET /a HTTP/1.1', 'Host: a', 'Connection: close']],
    ['a folded line', ['GET /a HTTP/1.1', 'Host: a', ' b']],
    ['a blank before the colon', ['GET /a HTTP/1.1', 'Host: a', 'Content-Length : 3']],
    ['a lone line feed', ['GET /a HTTP/1.1', 'Host: a', 'X: b\nContent-Length: 3']],
    ['a lone carriage return', ['GET /a HTTP/1.1', 'Host: a', 'X: b\rContent-Length: 3']],
    ['a zero byte', ['GET /a HTTP/1.1', 'Host: a', 'X: \0']],
    ['letters beyond ASCII', ['GET /a HTTP/1.1', 'Host: a', 'X: é']],
    ['two requests', ['GET /a HTTP/1.1', 'Host: a', '', 'GET /a HTTP/1.1', 'Host: a']],
    ['a head of 9 kB', ['GET /a HTTP/1.1', 'Host: a', `X: ${'b'.repeat(9_000)}`]],
  ])('is not one with %s', (_what, lines) => {
    expect(read(...lines)).toBeNull();
  });

  it.each(['', 'GET /a HTTP/1.1\r\nHost: a\r\n', 'a\r\n\r\n', '\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n'])(
    'is not %j, which may be the part of one',
    (text) => {
      expect(pathOfPlainGet(Buffer.from(text))).toBeNull();
    },
  );
});
