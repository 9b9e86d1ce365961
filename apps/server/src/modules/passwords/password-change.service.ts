import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { verifyPassword } from '../../lib/password-hashing.ts';
import { transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { lockOpenAccount } from '../users/users.service.ts';
import {
  assertOwnsPassword,
  type PasswordOwner,
  prepareNewPassword,
  putInForce,
  withNewPasswordThrottle,
} from './new-password.service.ts';
import * as passwords from './passwords.queries.ts';

export interface PasswordChange {
  readonly passengerId: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  /** The session it is done in; all others end. */
  readonly keepSession: Buffer;
  readonly traceId: string;
}

/**
 * Changes the own password (ACC-02). @throws `password_old_empty`, `password_old_incorrect`, and what a new password or
 * the account can be refused for.
 */
export async function changePassword(context: AppContext, change: PasswordChange): Promise<void> {
  assertThat(change.oldPassword !== '', 'password_old_empty');
  assertThat(change.newPassword !== '', 'password_new_empty');
  await withNewPasswordThrottle(context, change.passengerId, () => setProvenPassword(context, change));
}

async function setProvenPassword(context: AppContext, change: PasswordChange): Promise<void> {
  const owner = await provePassword(context, change);
  const hash = await prepareNewPassword(context, owner, change.newPassword);
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, change.passengerId), 'unauthenticated');
    const isSet = await putInForce(context, tx, { owner, hash, keepSession: change.keepSession, removedPasskeys: 0 });
    if (!isSet) throw new AppError('password_old_incorrect');
    const { passengerId, traceId } = change;
    await recordAudit(tx, { kind: 'password_changed', passengerId, traceId });
  });
}

export type PasswordProof = Pick<PasswordChange, 'passengerId' | 'oldPassword' | 'traceId'>;

/** Whoever acts knows the password in force. @throws `password_old_incorrect`, and when there is none to know. */
export async function provePassword(
  context: AppContext,
  { passengerId, oldPassword, traceId }: PasswordProof,
): Promise<PasswordOwner> {
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.passwordByAccount, object: passengerId }],
    failures: ['password_old_incorrect'],
    work: async () => {
      const [owner] = await passwords.findOwner(context.pool, [passengerId]);
      assertThat(owner !== undefined, 'user_not_active');
      assertOwnsPassword(owner);
      if (await verifyPassword(context.secrets.pepper, oldPassword, owner.password_hash)) return owner;
      await recordAudit(context.pool, { kind: 'password_change_refused', passengerId, traceId });
      throw new AppError('password_old_incorrect');
    },
  });
}
