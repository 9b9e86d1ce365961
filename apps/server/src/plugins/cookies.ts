import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../lib/loopback.ts';

/** `session`: the token; `dc`: a browser known to an address; `sso`, `sso-language`: a browser on its way to the identity provider, and its language. */
export type CookieName = 'session' | 'dc' | 'sso' | 'sso-language';

export interface CookieOptions {
  readonly sameSite: 'Strict' | 'Lax';
  /** Without it the cookie ends with the browser. */
  readonly maxAgeSeconds?: number;
}

/** How this server names its cookies, and which attributes it gives them. */
export interface Cookies {
  nameOf(name: CookieName): string;
  /**
   * The value of one of our cookies in the right form; undefined without one, and if the browser sends two with that name: then
   * another site has set one of them, and we cannot tell which.
   */
  read(request: FastifyRequest, name: CookieName): string | undefined;
  set(reply: FastifyReply, name: CookieName, value: string, options: CookieOptions): void;
  clear(reply: FastifyReply, name: CookieName): void;
}

const shapes: Readonly<Record<CookieName, string>> = {
  session: '[\\w-]{43}',
  dc: '[\\w-]{43}\\.[\\w-]{43}',
  sso: '[\\w-]{43}',
  'sso-language': '[a-z]{2}_[A-Z]{2}',
};

/**
 * `__Host-` binds a cookie to this host and to https. On plain HTTP of this machine, and never in production, there is
 * neither prefix nor `Secure`: WebKit stores no such cookie there, and a sign-in with Safari would be impossible (SES-04).
 */
export function createCookies({ production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>): Cookies {
  const url = new URL(publicUrl);
  const isBare = !production && url.protocol === 'http:' && isLoopback(url);
  // Cookies of a host are shared by all its ports: our own name keeps them apart from another program's.
  const prefix = isBare ? 'tapfolio-' : '__Host-';
  const attributes = isBare ? 'Path=/; HttpOnly' : 'Path=/; Secure; HttpOnly';
  const readers = {
    session: readerOf('session'),
    dc: readerOf('dc'),
    sso: readerOf('sso'),
    'sso-language': readerOf('sso-language'),
  };

  function readerOf(name: CookieName): { any: RegExp; ours: RegExp } {
    const start = `(?:^|;)\\s*${prefix}${name}=`;
    return { any: new RegExp(start, 'g'), ours: new RegExp(`${start}(${shapes[name]})(?:;|$)`) };
  }

  function set(reply: FastifyReply, name: CookieName, value: string, options: CookieOptions): void {
    const { sameSite, maxAgeSeconds } = options;
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    void reply.header('set-cookie', `${prefix}${name}=${value}; ${attributes}; SameSite=${sameSite}${age}`);
  }

  return {
    nameOf: (name) => `${prefix}${name}`,
    // Parsed by hand, because a cookie plugin costs every request.
    read(request, name) {
      const header = request.headers.cookie;
      const value = header === undefined ? undefined : readers[name].ours.exec(header)?.[1];
      return value !== undefined && header?.match(readers[name].any)?.length === 1 ? value : undefined;
    },
    set,
    clear: (reply, name) => set(reply, name, '', { sameSite: 'Strict', maxAgeSeconds: 0 }),
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    cookies: Cookies;
  }
}
