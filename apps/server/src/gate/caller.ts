import type { PermissionEntry } from '@tapfolio/contracts/permissions.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { FastifyRequest } from 'fastify';
import { sessionTokenOf } from './session-cookie.ts';

/** The caller. Limits, audit events and new sessions take from it what they need. */
export interface Caller {
  readonly ip: string;
  readonly traceId: string;
  readonly userAgent: string | undefined;
  /** The token of the session that the browser still has, whether or not that session is live. */
  readonly sessionToken: string | undefined;
}

/** A caller with a live session, as the gate found it. */
export interface Passenger extends Caller {
  readonly passengerId: string;
  /** Of the session the call is made in. */
  readonly tokenHash: Buffer;
  readonly language: Locale;
  /** The idle time this session was promised. */
  readonly idleSeconds: number;
  /** From group to what it lists; no call runs that it does not cover (see `plugins/route-access.ts`). */
  readonly permissions: Readonly<Record<string, readonly PermissionEntry[]>>;
}

/** The maker of a request; it has not been checked yet whether the session is valid. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    traceId: request.id,
    userAgent: request.headers['user-agent'],
    sessionToken: sessionTokenOf(request),
  };
}
