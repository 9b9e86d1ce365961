import { assertThat } from '../lib/assert-that.ts';
import type { Db } from '../lib/sql.ts';
import { findFreshProof } from './gate.queries.ts';

/**
 * Lets a session change how its account is opened only if its passenger gave a password or a passkey in the last five minutes,
 * by the database's clock (ASVS 7.5.1). @throws `reauthentication_required`.
 */
export async function assertFreshProof(db: Db, tokenHash: Buffer): Promise<void> {
  const [fresh] = await findFreshProof(db, { tokenHash });
  assertThat(fresh !== undefined, 'reauthentication_required');
}
