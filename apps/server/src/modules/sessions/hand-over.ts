import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSettings } from '../users/users.service.ts';
import { knownDeviceOf, setDeviceCookie } from './device-cookie.ts';
import { setSessionCookie } from './session-cookie.ts';
import type { SignedIn } from './sessions.service.ts';

/** Hands a new session to the browser, remembers that its passenger signed in there, and answers the settings. */
export async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, passengerId }: SignedIn,
): Promise<SettingsAnswer> {
  const { config, reads, secrets } = request.server.context;
  const settings = await readSettings(reads, config, { passengerId, idleSeconds: config.idleSeconds });
  const { email } = settings.user;
  setSessionCookie(reply, token);
  if (knownDeviceOf(request, secrets.pepper, email) === undefined) setDeviceCookie(reply, secrets.pepper, email);
  return settings;
}
