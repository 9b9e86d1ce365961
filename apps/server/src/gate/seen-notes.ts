import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { noteSeen } from './gate.queries.ts';

/** Sessions seen within this number of milliseconds are stored by one statement. */
const togetherMs = 100;
/** If more calls than this wait for a connection, the notes wait too. */
const mostWaiting = 4;

interface Notes {
  /** The sessions that are still to be noted, by their token in base64. */
  readonly sessions: Map<string, Buffer>;
  /** Notes them now. */
  write(): Promise<void>;
}

const waiting = new Map<Pool, Notes>();

/**
 * Notes that a session is in use, beside the call, which does not wait for it: should it fail, the next call of the session
 * notes it.
 */
export function noteSession(pool: Pool, log: FastifyBaseLogger, key: string, tokenHash: Buffer): void {
  const begun = waiting.get(pool);
  if (begun !== undefined) {
    begun.sessions.set(key, tokenHash);
    return;
  }
  if (pool.waitingCount > mostWaiting) return;
  const sessions = new Map([[key, tokenHash]]);
  const write = async () => {
    clearTimeout(timer);
    waiting.delete(pool);
    await noteSeen(pool, { tokenHashes: [...sessions.values()] }).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions could not be noted as seen'),
    );
  };
  const timer = setTimeout(() => void write(), togetherMs).unref();
  waiting.set(pool, { sessions, write });
}

/** Writes the notes that are left. Called when the server stops: after the last call, before the database is closed. */
export async function writeSeenNotes(): Promise<void> {
  await Promise.all([...waiting.values()].map(({ write }) => write()));
}
