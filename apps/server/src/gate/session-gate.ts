import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { assertThat } from '../lib/assert-that.ts';
import { sha256 } from '../lib/hashing.ts';
import type { Passenger } from './caller.ts';
import type { GateRow } from './gate.queries.ts';
import { type OwnMedium, ownMedia } from './own-media.ts';
import { passGate } from './pass-gate.ts';
import { permissionsOf, withheldOf } from './permissions.ts';
import { noteSession } from './seen-notes.ts';
import { sessionTokenOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body of a guarded call is read; null where no session token came. */
    shownSession: ShownSession | null;
    /** Set by `requireSession` and `requireCard`; null in an open call. A handler sees the type of its call: see `handle`. */
    passenger: Passenger | null;
    /**
     * The medium of the card named in the path and those that the bank has replaced by it, the newest first; set by
     * `requireCard`. Each says from when on the passenger may see it: no medium comes without its bound.
     */
    media: readonly OwnMedium[] | null;
  }
}

interface ShownSession {
  readonly token: string;
  readonly tokenHash: Buffer;
  /** The name under which the caller is counted and noted. */
  readonly key: string;
  /** Whether the call was counted under this name, and not under its address. */
  readonly hasOwnRate: boolean;
}

/** Runs before the body is read. */
export const countSession: onRequestAsyncHookHandler = async (request) => {
  const shown = readSession(request);
  const hasOwnRate = request.server.requestRates.sessions.count(request, shown?.key);
  request.shownSession = shown && { ...shown, hasOwnRate };
};

function readSession(request: FastifyRequest): Omit<ShownSession, 'hasOwnRate'> | null {
  const token = sessionTokenOf(request);
  if (token === undefined) return null;
  const tokenHash = sha256(token);
  return { token, tokenHash, key: tokenHash.toString('base64') };
}

/** Lets only a live session pass; `unauthenticated` without one, `TOKEN_EXPIRED` after its absolute end. */
export const requireSession: preHandlerAsyncHookHandler = async (request) => {
  await pass(request, null);
};

/** Lets a live session use one of its own cards; another passenger's card is `TM0108`, like an unknown card (CARD-14). */
export const requireCard: preHandlerAsyncHookHandler = async (request) => {
  // The route's schema has already made the parameter an integer.
  const { cardId } = request.params as { cardId: number };
  const media = ownMedia(await pass(request, cardId));
  assertThat(media.length > 0, systemCodes.card.unknown);
  request.media = media;
};

/** Sets the passenger of a request with a live session. Returns the rows of the gate: one for each medium of the card, or one without a medium. */
async function pass(request: FastifyRequest, cardId: number | null): Promise<GateRow[]> {
  assertThat(request.shownSession !== null, 'unauthenticated');
  const { token, tokenHash, key, hasOwnRate } = request.shownSession;
  const rows = await passGate(request.server.context.readDb, { tokenHash, cardId });
  const [row] = rows;
  assertThat(row !== undefined && row.state !== 'idle', 'unauthenticated');
  assertThat(row.state === 'live', 'TOKEN_EXPIRED');
  const { requestRates } = request.server;
  if (!hasOwnRate) requestRates.sessions.admit(request, key);
  requestRates.countPassenger(request, row.passenger_id);
  const { pool, config } = request.server.context;
  if (row.is_unnoted) noteSession(pool, request.log, key, tokenHash);
  request.passenger = {
    ip: request.ip,
    traceId: request.id,
    userAgent: request.headers['user-agent'],
    sessionToken: token,
    passengerId: row.passenger_id,
    language: row.display_language,
    idleSeconds: row.idle_seconds,
    tokenHash,
    permissions: permissionsOf({ isShadowUser: row.is_sso_shadow_user, withheld: withheldOf(config) }),
  };
  return rows;
}
