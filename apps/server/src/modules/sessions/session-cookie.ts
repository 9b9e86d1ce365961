import type { FastifyReply } from 'fastify';
import { sessionCookieName } from './session-gate.ts';

/** `__Host-` binds the cookie to this host and to https; browsers treat loopback addresses as safe. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Hands the session to the browser until it closes; the server decides when it ends before. */
export function setSessionCookie(reply: FastifyReply, token: string): void {
  void reply.header('set-cookie', `${sessionCookieName}=${token}; ${attributes}`);
}

/** Takes the session from the browser, and with it what the browser has cached of the passenger. */
export function clearSessionCookie(reply: FastifyReply): void {
  void reply
    .header('set-cookie', `${sessionCookieName}=; ${attributes}; Max-Age=0`)
    .header('clear-site-data', '"cache"');
}
