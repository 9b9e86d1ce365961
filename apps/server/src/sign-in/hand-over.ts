import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownDeviceOf, setDeviceCookie } from '../gate/device-cookie.ts';
import { setSessionCookie } from '../gate/session-cookie.ts';
import { readSettings } from '../modules/users/users.service.ts';
import type { OpenedSession } from './open-session.service.ts';

/** Gives a new session to the browser, remembers that its passenger signed in there, and returns the settings. */
export async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, passengerId }: OpenedSession,
): Promise<SettingsAnswer> {
  const { context } = request.server;
  const { deviceCookies } = context.keys;
  const settings = await readSettings(context, { passengerId, idleSeconds: context.config.idleSeconds });
  const { email } = settings.user;
  setSessionCookie(reply, token);
  if (knownDeviceOf(request, deviceCookies, email) === undefined) setDeviceCookie(reply, deviceCookies, email);
  return settings;
}
