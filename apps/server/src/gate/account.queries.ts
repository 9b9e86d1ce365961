import { accountStatuses } from '@tapfolio/domain/states.ts';
import { assertThat } from '../lib/assert-that.ts';
import { type Db, type ResultRow, statement, type Transaction } from '../lib/sql.ts';
import { arrayOf, bytes, oneOf, uuid } from '../lib/sql-types.ts';
import type { Passenger } from './caller.ts';

const findFreshProof = statement({
  name: 'gate.findFreshProof',
  values: { tokenHash: bytes },
  row: { token_hash: bytes },
  text: `select token_hash from sessions where token_hash = $tokenHash and proven_at > now() - interval '5 minutes'`,
});

const lockAccount = statement({
  name: 'gate.lockOpenAccount',
  values: { passengerId: uuid },
  row: { passenger_id: uuid },
  text: `select passenger_id from passengers where passenger_id = $passengerId and status = 'active' for no key update`,
});

const lockEach = statement({
  name: 'gate.lockAccounts',
  values: { passengerIds: arrayOf(uuid) },
  row: { passenger_id: uuid, status: oneOf(accountStatuses) },
  text: `select passenger_id, status
  from passengers
  where passenger_id = any($passengerIds)
  order by passenger_id
  for no key update`,
});

const findSession = statement({
  name: 'gate.findSession',
  values: { tokenHash: bytes },
  row: { token_hash: bytes },
  text: `select token_hash from sessions where token_hash = $tokenHash`,
});

/**
 * Locks an account until the transaction ends: changes of one account take turns, and what is read afterwards stays true. Lock
 * it before any other row of the passenger, or two transactions wait for each other. False when the account is not open.
 */
export async function lockOpenAccount(tx: Transaction, passengerId: string): Promise<boolean> {
  return (await lockAccount(tx, { passengerId })).length === 1;
}

/** Locks several accounts, open or not, in the order of their ids: whoever needs the same ones waits, and nobody waits in a circle. */
export async function lockAccounts(
  tx: Transaction,
  passengerIds: readonly string[],
): Promise<ResultRow<typeof lockEach>[]> {
  return await lockEach(tx, { passengerIds });
}

/**
 * Locks the account of a signed-in passenger. A new password ends their sessions under the same lock; otherwise a call of an ended
 * session could add something that still opens the account. @throws `unauthenticated` when the account was closed or the session
 * was ended before.
 */
export async function lockOwnAccount(tx: Transaction, { passengerId, tokenHash }: Passenger): Promise<void> {
  assertThat(await lockOpenAccount(tx, passengerId), 'unauthenticated');
  await assertSession(tx, tokenHash);
}

/** For a transaction that has locked the account in another way. @throws `unauthenticated` when the session was ended before. */
export async function assertSession(tx: Transaction, tokenHash: Buffer): Promise<void> {
  const [session] = await findSession(tx, { tokenHash });
  assertThat(session !== undefined, 'unauthenticated');
}

/**
 * Lets a session change how its account is opened only if its passenger gave a password or a passkey in the last five minutes,
 * by the database's clock (ASVS 7.5.1). @throws `reauthentication_required`.
 */
export async function assertFreshProof(db: Db, tokenHash: Buffer): Promise<void> {
  const [fresh] = await findFreshProof(db, { tokenHash });
  assertThat(fresh !== undefined, 'reauthentication_required');
}
