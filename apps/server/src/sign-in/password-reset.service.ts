import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { lockOpenAccount } from '../gate/account.queries.ts';
import type { Caller } from '../gate/caller.ts';
import type { KnownDevice } from '../gate/device-cookie.ts';
import { assertThat } from '../lib/assert-that.ts';
import { transaction } from '../lib/sql.ts';
import { recordAudit } from '../modules/audit/audit.service.ts';
import * as passwords from '../modules/passwords/passwords.service.ts';
import { listOwnPasskeys, removeOtherPasskeys } from '../modules/second-factors/own-passkeys.service.ts';
import { throttleRules } from '../modules/throttles/throttle-rules.ts';
import { forgive, fromAddress, withThrottle } from '../modules/throttles/throttles.service.ts';
import type { Using } from '../plugins/context.ts';
import { forgiveGuesses } from './guesses.service.ts';
import { putInForce } from './new-password.service.ts';

type Resetting = Using<'pool' | 'config' | 'clock' | 'keys'>;

/**
 * The passkeys that the holder of this token decides on: none when a password only has to be changed. The token stays
 * unused. @throws `password_reset_token_invalid` unless it could be used now.
 */
export async function passkeysToDecideOn(
  context: Using<'pool' | 'keys'>,
  caller: Caller,
  token: string,
): Promise<Passkey[]> {
  return await withResetThrottle(context, caller, async () => {
    const owner = await passwords.findResetOwner(context.pool, token);
    return owner.purpose === 'forgotten' ? await listOwnPasskeys(context.pool, owner.passenger_id) : [];
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
 * @throws `password_reset_token_invalid`, what `assertOwnsPassword` and `prepareNewPassword` refuse.
 */
export async function confirmReset(context: Resetting, caller: Caller, input: NewPassword): Promise<{ email: string }> {
  return await withResetThrottle(context, caller, async () => {
    const owner = await passwords.findResetOwner(context.pool, input.token);
    passwords.assertOwnsPassword(owner);
    const { passenger_id: passengerId, email } = owner;
    await passwords.withNewPasswordThrottle(context, passengerId, () => useToken(context, caller, owner, input));
    // Somebody else's wrong guesses do not keep out whoever proved to own the mailbox (AUTH-03).
    await forgiveGuesses(context, { email, device: input.deviceOf(email) });
    await forgive(context, { rule: throttleRules.mailCodesInARow, object: passengerId });
    return { email };
  });
}

async function useToken(
  context: Resetting,
  { traceId }: Caller,
  owner: passwords.PasswordOwner & passwords.ResetOwner,
  { token, newPassword, keepPasskeys: keep }: NewPassword,
): Promise<void> {
  const hash = await passwords.prepareNewPassword(context, owner, newPassword);
  const { passenger_id: passengerId, purpose } = owner;
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, passengerId), 'password_reset_token_invalid');
    await passwords.takeReset(tx, token);
    const isForgotten = purpose === 'forgotten';
    const removedPasskeys = isForgotten ? await removeOtherPasskeys(tx, { passengerId, keep, traceId }) : 0;
    const change = { owner, hash, keepSession: null, removedPasskeys };
    assertThat(await putInForce(context, tx, change), 'password_reset_token_invalid');
    await recordAudit(tx, { kind: 'password_reset', passengerId, traceId });
  });
}

function withResetThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  caller: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  const buckets = fromAddress(throttleRules.resetTokenByAddress, caller.ip);
  return withThrottle(context, { buckets, failures: ['password_reset_token_invalid'], work });
}
