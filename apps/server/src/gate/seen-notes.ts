import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { noteSeen } from './gate.queries.ts';

/** Sessions seen within so many milliseconds are noted by one statement. */
const togetherMs = 100;
/** Where so many wait for a connection the notes can wait as well. */
const mostWaiting = 4;

/** The sessions of one pool that are still to be noted, by their token in base64. */
const waiting = new WeakMap<Pool, Map<string, Buffer>>();

/**
 * Notes that a session is in use, beside the call, which does not wait for it: should it fail, the next call of the session
 * notes it.
 */
export function noteSession(pool: Pool, log: FastifyBaseLogger, key: string, tokenHash: Buffer): void {
  const begun = waiting.get(pool);
  if (begun !== undefined) {
    begun.set(key, tokenHash);
    return;
  }
  if (pool.waitingCount > mostWaiting) return;
  const notes = new Map([[key, tokenHash]]);
  waiting.set(pool, notes);
  setTimeout(() => {
    waiting.delete(pool);
    if (pool.ended) return;
    noteSeen(pool, { tokenHashes: [...notes.values()] }).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions could not be noted as seen'),
    );
  }, togetherMs).unref();
}
