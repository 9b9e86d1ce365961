import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyedHash, newToken } from '../lib/hashing.ts';

/** Half a year; each sign-in from a browser without one sets a new one. */
const maxAgeSeconds = 180 * 86_400;

/**
 * A browser in which this address signed in before. It gives no access. Its wrong passwords are counted separately, so that
 * guesses from other browsers do not lock the owner out of this one.
 */
export interface KnownDevice {
  readonly id: string;
}

/** The device cookie of this browser if it was made for this address by us. */
export function knownDeviceOf(request: FastifyRequest, key: Uint8Array, email: string): KnownDevice | undefined {
  const cookie = request.server.cookies.read(request, 'dc');
  if (cookie === undefined) return undefined;
  const [id = '', signature = ''] = cookie.split('.');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, email, id))) ? { id } : undefined;
}

/** Remembers that this address signed in here. The address itself is not in the cookie. */
export function setDeviceCookie(reply: FastifyReply, key: Uint8Array, email: string): void {
  const id = newToken();
  const value = `${id}.${sign(key, email, id)}`;
  reply.server.cookies.set(reply, 'dc', value, { sameSite: 'Strict', maxAgeSeconds });
}

function sign(key: Uint8Array, email: string, id: string): string {
  return keyedHash(key, `${email}\0${id}`).toString('base64url');
}
