import { recordAudit } from '../../audit/audit.queries.ts';
import type { Config } from '../../config/config.ts';
import { lockOpenAccount } from '../../gate/account.queries.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { sha256 } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { mailToken } from '../../lib/mail-token.ts';
import { hashPassword, isOutdated } from '../../lib/password-hashing.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import * as passwords from './passwords.queries.ts';

/** What is known of a password's age when its owner signs in. */
export interface PasswordAge {
  readonly must_change_password: boolean;
  readonly correct_login_count: number;
  /** Whether it is another one than the account was made with. */
  readonly was_changed: boolean;
  readonly logins_since_change: number;
  readonly days_since_change: number;
}

/** Whether the operator's rules or an administrator's order demand a new password first (AUTH-04); 0 means no such rule. */
export function mustChange(age: PasswordAge, rules: Config['passwordRules']): boolean {
  const reached = (count: number, limit: number) => limit > 0 && count >= limit;
  return (
    age.must_change_password ||
    (rules.mustChangeOnLogin && age.correct_login_count === 0 && !age.was_changed) ||
    reached(age.days_since_change, rules.mustChangeAfterDays) ||
    reached(age.logins_since_change, rules.mustChangeAfterLogins)
  );
}

const changeMinutes = 10;

/**
 * A token for a passenger who has just proven who they are and must change the password before anything else. `hold` keeps
 * or uses up the proof in the same transaction, in which the passenger's row is locked. @throws `login_failed` when the
 * account was closed before.
 */
export async function offerChange(
  context: Using<'pool' | 'clock' | 'keys'>,
  { passengerId, traceId }: { passengerId: string; traceId: string },
  hold: (tx: Transaction) => Promise<void>,
): Promise<string> {
  const resetId = newUuid(context.clock.now().getTime());
  const token = mailToken(context.keys.mailTokens, 'password-reset', resetId);
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, passengerId), 'login_failed');
    await hold(tx);
    await passwords.replaceReset(tx, {
      tokenHash: sha256(token),
      resetId,
      passengerId,
      purpose: 'must_change',
      minutesValid: changeMinutes,
    });
    const detail = { code: 'password_change' };
    await recordAudit(tx, { kind: 'sign_in_refused', passengerId, traceId, detail });
  });
  return token;
}

/** Hashes the password again if the cost was raised since: only at sign-in do we have the right password. */
export async function renewOutdatedHash(
  context: Using<'pool' | 'keys'>,
  owner: { passenger_id: string; password_hash: string },
  password: string,
): Promise<void> {
  if (!isOutdated(owner.password_hash)) return;
  const renewed = await hashPassword(context.keys.passwords, password);
  await passwords.replaceHash(context.pool, {
    passengerId: owner.passenger_id,
    oldHash: owner.password_hash,
    newHash: renewed,
  });
}
