import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { lockOpenAccount, lockOwnAccount } from '../gate/account.queries.ts';
import type { Caller, Passenger } from '../gate/caller.ts';
import type { KnownDevice } from '../gate/device-cookie.ts';
import { assertThat } from '../lib/assert-that.ts';
import { newUuid } from '../lib/ids.ts';
import { type Transaction, transaction } from '../lib/sql.ts';
import * as passwords from '../modules/passwords/passwords.service.ts';
import { listOwnPasskeys } from '../modules/second-factors/passkeys.service.ts';
import { fromAddress, guessesToForgive, throttleRules } from '../modules/throttles/throttle-rules.ts';
import { forgive, withThrottle } from '../modules/throttles/throttles.service.ts';
import type { Using } from '../plugins/context.ts';
import { enqueueMail } from '../queue/jobs.queries.ts';
import { endOldAccess } from './new-password.queries.ts';

type Setting = Using<'pool' | 'config' | 'clock' | 'keys'>;

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the passenger's own password (ACC-02); all sessions end but the one it is done in.
 * @throws `password_old_empty`, `password_new_empty`, `password_old_incorrect`, and what a new password or the account can be
 *   refused for.
 */
export async function changePassword(context: Setting, passenger: Passenger, change: PasswordChange): Promise<void> {
  assertThat(change.oldPassword !== '', 'password_old_empty');
  assertThat(change.newPassword !== '', 'password_new_empty');
  const owner = await passwords.provePassword(context, passenger, change.oldPassword);
  await passwords.withNewPasswordThrottle(context, { passengerId: passenger.passengerId, isForgotten: false }, () =>
    setProvenPassword(context, passenger, { owner, newPassword: change.newPassword }),
  );
}

async function setProvenPassword(
  context: Setting,
  passenger: Passenger,
  { owner, newPassword }: { owner: passwords.PasswordOwner; newPassword: string },
): Promise<void> {
  const { passengerId, tokenHash: keepSession, traceId } = passenger;
  const hash = await passwords.prepareNewPassword(context, owner, newPassword);
  await transaction(context.pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const isSet = await putInForce(context, tx, { owner, hash, traceId, keepSession, keepPasskeys: null });
    assertThat(isSet, 'password_old_incorrect');
    await recordAudit(tx, { kind: 'password_changed', passengerId, traceId });
  });
}

export interface AccountOfReset {
  readonly email: string;
  /** The passkeys that the holder of the token chooses from: none if the password only has to be changed. */
  readonly passkeys: Passkey[];
}

/** The account whose password this token sets. The token can still be used afterwards. @throws `TM0056` unless it could be used now. */
export async function findAccountOfReset(
  context: Using<'pool' | 'keys'>,
  caller: Caller,
  token: string,
): Promise<AccountOfReset> {
  return await withResetThrottle(context, caller, async () => {
    const { purpose, passenger_id: passengerId, email } = await passwords.findResetOwner(context.pool, token);
    return { email, passkeys: purpose === 'forgotten' ? await listOwnPasskeys(context.pool, passengerId) : [] };
  });
}

export interface NewPassword {
  readonly token: string;
  readonly newPassword: string;
  /** Passkeys that still open the account after a forgotten password. */
  readonly keepPasskeys: readonly string[];
  readonly deviceOf: (email: string) => KnownDevice | undefined;
}

/**
 * Sets a new password with a token, once, ends all sessions (AUTH-11) and says whose it is. After a forgotten password the
 * passkeys go too that are not to be kept. A refused password leaves the token usable.
 * @throws `TM0056`, what `assertOwnsPassword` and `prepareNewPassword` refuse.
 */
export async function confirmReset(context: Setting, caller: Caller, input: NewPassword): Promise<{ email: string }> {
  return await withResetThrottle(context, caller, async () => {
    const owner = await passwords.findResetOwner(context.pool, input.token);
    passwords.assertOwnsPassword(owner);
    const { passenger_id: passengerId, email } = owner;
    const isForgotten = owner.purpose === 'forgotten';
    const work = () => redeemToken(context, caller, { ...input, owner });
    await passwords.withNewPasswordThrottle(context, { passengerId, isForgotten }, work);
    const device = input.deviceOf(email);
    for (const limit of guessesToForgive({ passengerId, email, device })) await forgive(context, limit);
    return { email };
  });
}

interface OwnersNewPassword extends NewPassword {
  readonly owner: passwords.PasswordOwner & passwords.ResetOwner;
}

async function redeemToken(
  context: Setting,
  { traceId }: Caller,
  { owner, token, newPassword, keepPasskeys: keep }: OwnersNewPassword,
): Promise<void> {
  const hash = await passwords.prepareNewPassword(context, owner, newPassword);
  const { passenger_id: passengerId, purpose } = owner;
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, passengerId), systemCodes.resetToken.unknown);
    await passwords.takeReset(tx, token);
    const keepPasskeys = purpose === 'forgotten' ? keep : null;
    const change = { owner, hash, traceId, keepSession: null, keepPasskeys };
    assertThat(await putInForce(context, tx, change), systemCodes.resetToken.unknown);
    await recordAudit(tx, { kind: 'password_reset', passengerId, traceId });
  });
}

function withResetThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  caller: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  const buckets = fromAddress(throttleRules.resetTokenByAddress, caller.ip);
  return withThrottle(context, { buckets, failures: [systemCodes.resetToken.unknown], work });
}

interface ChangedPassword {
  readonly owner: passwords.PasswordOwner;
  readonly hash: string;
  readonly traceId: string;
  /** The session that goes on; null ends all. */
  readonly keepSession: Buffer | null;
  /** The passkeys that stay; null keeps all. */
  readonly keepPasskeys: readonly string[] | null;
}

/**
 * Puts a new password in force, ends what the old one gave access to, and sends the owner a mail that also names how many passkeys
 * still open the account. False if the password was changed after it was checked.
 */
async function putInForce(
  context: Using<'config' | 'clock'>,
  tx: Transaction,
  { owner, hash, traceId, keepSession: keptSession, keepPasskeys: keptPasskeys }: ChangedPassword,
): Promise<boolean> {
  const passengerId = owner.passenger_id;
  if (!(await passwords.replacePassword(context, tx, { owner, hash }))) return false;
  const [passkeys = { removed: 0, kept: 0 }] = await endOldAccess(tx, { passengerId, keptSession, keptPasskeys });
  const removal = { kind: 'passkey_removed', passengerId, traceId, detail: { by: 'password reset' } } as const;
  for (let left = passkeys.removed; left > 0; left -= 1) await recordAudit(tx, removal);
  const id = newUuid(context.clock.now().getTime());
  const counts = { removedPasskeys: passkeys.removed, keptPasskeys: passkeys.kept };
  await enqueueMail(tx, { mail: 'password-changed', id, passengerId, ...counts });
  return true;
}
