import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session token that the browser sent, if it sent exactly one. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.server.cookies.read(request, 'session');
}

/** Hands the session to the browser until it closes; the server decides when it ends before. */
export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.server.cookies.set(reply, 'session', token, { sameSite: 'Strict' });
}

/** Takes the session from the browser, and with it what the browser has cached of the passenger. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.server.cookies.clear(reply, 'session');
  void reply.header('clear-site-data', '"cache"');
}
