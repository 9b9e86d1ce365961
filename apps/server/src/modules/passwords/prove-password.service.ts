import type { Passenger } from '../../gate/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { verifyPassword } from '../../lib/password-hashing.ts';
import type { Using } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { assertOwnsPassword, type PasswordOwner } from './new-password.service.ts';
import * as passwords from './passwords.queries.ts';

type Proving = Using<'pool' | 'keys'>;

/** Makes sure that the passenger knows the password in force. @throws `password_old_incorrect`, and when there is none to know. */
export async function provePassword(
  context: Proving,
  { passengerId, traceId }: Passenger,
  password: string,
): Promise<PasswordOwner> {
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.passwordByAccount, object: passengerId }],
    failures: ['password_old_incorrect'],
    work: async () => {
      const [owner] = await passwords.findOwner(context.pool, { passengerId });
      assertThat(owner !== undefined, 'user_not_active');
      assertOwnsPassword(owner);
      if (await verifyPassword(context.keys.passwords, password, owner.password_hash)) return owner;
      await recordAudit(context.pool, { kind: 'password_change_refused', passengerId, traceId });
      throw new AppError('password_old_incorrect');
    },
  });
}

/** Whether this is the passenger's password; the caller limits the attempts. Takes the same time without a password. */
export async function isOwnPassword(context: Proving, passengerId: string, password: string): Promise<boolean> {
  const [row] = await passwords.findPasswordHash(context.pool, { passengerId });
  return await verifyPassword(context.keys.passwords, password, row?.password_hash);
}
