import { newUuid } from '../lib/ids.ts';
import type { Transaction } from '../lib/sql.ts';
import { type PasswordOwner, replacePassword } from '../modules/passwords/passwords.service.ts';
import { forgetCode } from '../modules/second-factors/mail-codes.service.ts';
import { countOwnPasskeys } from '../modules/second-factors/own-passkeys.service.ts';
import { endSessions } from '../modules/sessions/sessions.service.ts';
import type { Using } from '../plugins/context.ts';
import { enqueue } from '../queue/jobs.queries.ts';

export interface ChangedPassword {
  readonly owner: PasswordOwner;
  readonly hash: string;
  /** The session that goes on; null ends all. */
  readonly keepSession: Buffer | null;
  /** How many passkeys went with the old password; the owner is told. */
  readonly removedPasskeys: number;
}

/**
 * Puts a new password in force, ends sessions and outstanding codes, and has the owner told, also of the passkeys that still
 * open the account. False when the password was changed by somebody else since it was judged.
 */
export async function putInForce(
  context: Using<'config' | 'clock'>,
  tx: Transaction,
  { owner, hash, keepSession, removedPasskeys }: ChangedPassword,
): Promise<boolean> {
  const passengerId = owner.passenger_id;
  if (!(await replacePassword(context, tx, { owner, hash }))) return false;
  await forgetCode(tx, passengerId);
  await endSessions(tx, passengerId, keepSession);
  const id = newUuid(context.clock.now().getTime());
  const keptPasskeys = await countOwnPasskeys(tx, passengerId);
  const payload = { mail: 'password-changed', id, passengerId, removedPasskeys, keptPasskeys } as const;
  await enqueue(tx, 'send-mail', payload, `password-changed:${id}`);
  return true;
}
