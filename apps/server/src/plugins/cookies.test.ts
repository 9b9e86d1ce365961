import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createCookies } from './cookies.ts';

const value = 'v'.repeat(43);

/** The cookie that a server with these settings writes, and what it reads from this header. */
async function exchange(settings: { production: boolean; publicUrl: string }, cookie = '') {
  const cookies = createCookies(settings);
  const app = Fastify();
  let read: string | undefined;
  app.get('/', async (request: FastifyRequest, reply: FastifyReply) => {
    read = cookies.read(request, 'session');
    cookies.set(reply, 'session', value, { sameSite: 'Strict' });
    cookies.clear(reply, 'sso');
    return '';
  });
  const answer = await app.inject({ url: '/', headers: { cookie } });
  return { read, written: answer.headers['set-cookie'] };
}

const deployed = { production: true, publicUrl: 'https://travel.example' };
const atHome = { production: false, publicUrl: 'http://localhost:8080' };

describe('the name and the attributes of a cookie', () => {
  test.each([
    deployed,
    { production: true, publicUrl: 'http://localhost:8080' },
    { production: false, publicUrl: 'https://localhost:8080' },
    { production: false, publicUrl: 'http://192.168.0.7:8080' },
    { production: false, publicUrl: 'http://localhost.example' },
  ])('bind it to host and TLS for %j [SES-04]', async (settings) => {
    expect((await exchange(settings)).written).toEqual([
      `__Host-session=${value}; Path=/; Secure; HttpOnly; SameSite=Strict`,
      '__Host-sso=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'are such as WebKit keeps on plain HTTP of this machine: %s [SES-04]',
    async (publicUrl) => {
      expect((await exchange({ production: false, publicUrl })).written).toEqual([
        `tapfolio-session=${value}; Path=/; HttpOnly; SameSite=Strict`,
        'tapfolio-sso=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
      ]);
    },
  );
});

describe('a cookie', () => {
  test.each([
    ['alone', `__Host-session=${value}`],
    ['among others', `a=b; __Host-session=${value}; c=__Host-session`],
  ])('is read %s', async (_, header) => {
    expect((await exchange(deployed, header)).read).toBe(value);
  });

  test.each([
    ['a different one before it', `__Host-session=${'x'.repeat(43)}; __Host-session=${value}`],
    ['the same one again', `__Host-session=${value}; __Host-session=${value}`],
    ['an unreadable one before it', `__Host-session=x; __Host-session=${value}`],
    ['an unreadable one behind it', `__Host-session=${value};__Host-session=`],
  ])('is refused with %s', async (_, header) => {
    expect((await exchange(deployed, header)).read).toBeUndefined();
  });

  test('of plain HTTP is not accepted with TLS, nor the other way round', async () => {
    expect((await exchange(deployed, `tapfolio-session=${value}`)).read).toBeUndefined();
    expect((await exchange(atHome, `__Host-session=${value}`)).read).toBeUndefined();
  });
});
