import { lockOpenAccount } from '../gate/account.queries.ts';
import type { Passenger } from '../gate/caller.ts';
import { AppError } from '../lib/app-error.ts';
import { assertThat } from '../lib/assert-that.ts';
import { transaction } from '../lib/sql.ts';
import { recordAudit } from '../modules/audit/audit.service.ts';
import { prepareNewPassword, provePassword, withNewPasswordThrottle } from '../modules/passwords/passwords.service.ts';
import type { Using } from '../plugins/context.ts';
import { putInForce } from './new-password.service.ts';

type Changing = Using<'pool' | 'config' | 'clock' | 'keys'>;

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the own password (ACC-02); all sessions end but the one it is done in. @throws `password_old_empty`,
 * `password_old_incorrect`, and what a new password or the account can be refused for.
 */
export async function changePassword(context: Changing, passenger: Passenger, change: PasswordChange): Promise<void> {
  assertThat(change.oldPassword !== '', 'password_old_empty');
  assertThat(change.newPassword !== '', 'password_new_empty');
  await withNewPasswordThrottle(context, passenger.passengerId, () => setProvenPassword(context, passenger, change));
}

async function setProvenPassword(context: Changing, passenger: Passenger, change: PasswordChange): Promise<void> {
  const { passengerId, tokenHash: keepSession, traceId } = passenger;
  const owner = await provePassword(context, passenger, change.oldPassword);
  const hash = await prepareNewPassword(context, owner, change.newPassword);
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, passengerId), 'unauthenticated');
    const isSet = await putInForce(context, tx, { owner, hash, keepSession, removedPasskeys: 0 });
    if (!isSet) throw new AppError('password_old_incorrect');
    await recordAudit(tx, { kind: 'password_changed', passengerId, traceId });
  });
}
