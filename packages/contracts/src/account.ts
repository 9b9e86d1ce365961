import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { systemCodes } from './errors/system-codes.ts';
import { instant, noContent, shownText } from './shared.ts';

/** A person's name as the screens show it. An empty text removes the name. */
export const personName = z.string().check(z.trim(), z.maxLength(100), shownText);

export const editProfile = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/auth/user/profile',
  who: 'passenger',
  permission: ['account-edit.profile'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'Change first and last name',
  body: z.object({ first_name: personName, last_name: personName }),
  answers: { 204: noContent },
});

const sessionId = z.string().check(z.regex(/^[0-9a-f]{16}$/));

export const ownSession = z.object({
  id: sessionId,
  startedAt: instant,
  lastSeenAt: instant,
  /** The `User-Agent` header of the browser, cut to 200 characters. */
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/sessions',
  who: 'passenger',
  permission: ['account-edit.sessions'],
  tag: 'account',
  summary: 'The passenger’s own valid sessions, the newest first',
  answers: { 200: z.object({ items: z.array(ownSession) }) },
});

export const endSession = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/auth/user/sessions/:sessionId',
  who: 'passenger',
  permission: ['account-edit.sessions'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'End one of the passenger’s own sessions',
  params: z.object({ sessionId }),
  refuses: [systemCodes.session.unknown],
  answers: { 204: noContent },
});

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/auth/user/sessions',
  who: 'passenger',
  permission: ['account-edit.sessions'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'End all sessions of the passenger except this one',
  answers: { 204: noContent },
});
