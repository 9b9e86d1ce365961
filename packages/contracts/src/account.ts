import * as z from 'zod/mini';
import { instant, noContent, refusals, shownText } from './shared.ts';

/** A person's name as shown. Empty takes the name away. */
export const personName = z.string().check(z.trim(), z.maxLength(100), shownText);

export const editProfile = {
  operationId: 'editProfile',
  tags: ['account'],
  summary: 'Change first and last name',
  body: z.object({ first_name: personName, last_name: personName }),
  response: { 204: noContent, ...refusals },
};

const sessionId = z.string().check(z.regex(/^[0-9a-f]{16}$/));

export const ownSession = z.object({
  id: sessionId,
  startedAt: instant,
  lastSeenAt: instant,
  /** What the browser called itself, cut to 200 characters. */
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = {
  operationId: 'listSessions',
  tags: ['account'],
  summary: 'The own sessions that are still good, the newest first',
  response: { 200: z.object({ items: z.array(ownSession) }), ...refusals },
};

export const endSession = {
  operationId: 'endSession',
  tags: ['account'],
  summary: 'Sign out one of the own sessions',
  params: z.object({ sessionId }),
  response: { 204: noContent, ...refusals },
};

export const endOtherSessions = {
  operationId: 'endOtherSessions',
  tags: ['account'],
  summary: 'Sign out everywhere else',
  response: { 204: noContent, ...refusals },
};
