import type { Pool } from 'pg';
import { newToken, sha256 } from '../src/lib/hashing.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { buildPassenger } from '../test/factories/passengers.ts';
import { traceHeader } from '../test/trace-header.ts';

/** A passenger with a session, who calls a server process as a browser does. */
export interface SignedIn {
  readonly passengerId: string;
  /** The headers of one call. */
  headers(): Record<string, string>;
}

export async function signIn(pool: Pool): Promise<SignedIn> {
  const { passenger_id: passengerId } = await buildPassenger(pool, { email: `${newToken()}@example.org` });
  const token = newToken();
  const session = { token_hash: sha256(token), passenger_id: passengerId, idle_seconds: 900 };
  await insertRow(pool, 'sessions', { ...session, expires_at: new Date(Date.now() + 3_600_000) });
  const cookie = `tapfolio-session=${token}; __Host-session=${token}`;
  return { passengerId, headers: () => ({ cookie, 'x-trace': traceHeader() }) };
}
