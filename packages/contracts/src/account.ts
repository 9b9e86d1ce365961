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

/** Names one of the passenger's own sessions. It is not the session cookie and opens nothing. */
const sessionId = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/** A sign-in that is still valid. */
export const ownSession = z.object({
  id: sessionId,
  /** When the passenger signed in. */
  startedAt: instant,
  /** When its last call was made; it may be ten seconds older. */
  lastSeenAt: instant,
  /** The `User-Agent` header of the browser, cut to 200 characters. Null if it sent none. */
  userAgent: z.nullable(z.string()),
  /** Whether this call was made in it. */
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
  answers: {
    200: z.object({
      /** The newest sign-in first. */
      items: z.array(ownSession),
    }),
  },
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
