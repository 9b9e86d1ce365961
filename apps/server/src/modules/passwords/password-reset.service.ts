import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { looksLikeEmail } from '@tapfolio/domain/email-address.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { normaliseEmail } from '../../lib/email-address.ts';
import { sha256 } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { mailToken } from '../../lib/mail-token.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { AppContext } from '../../plugins/context.ts';
import { enqueue } from '../../queue/catalogue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listOwnPasskeys, removeOtherPasskeys } from '../second-factors/own-passkeys.service.ts';
import type { KnownDevice } from '../sessions/device-cookie.ts';
import { forgiveGuesses } from '../sessions/guesses.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { forgive, fromAddress, withThrottle } from '../throttles/throttles.service.ts';
import { lockOpenAccount } from '../users/users.service.ts';
import {
  assertOwnsPassword,
  type PasswordOwner,
  prepareNewPassword,
  putInForce,
  withNewPasswordThrottle,
} from './new-password.service.ts';
import * as passwords from './passwords.queries.ts';

const minutesToReset = 30;

/**
 * Has a link sent to whoever has this address and a password here. Does the same, and says the same, for anybody else
 * (AUTH-10); beyond three requests an hour no more mails go out and the answer stays as it is. @throws
 * `no_valid_username` for what cannot be an address, which tells nothing of who has an account (AUTH-14).
 */
export async function requestReset(context: AppContext, typedEmail: string, caller: Caller): Promise<void> {
  const email = normaliseEmail(typedEmail);
  assertThat(looksLikeEmail(email), 'no_valid_username');
  await withThrottle(context, {
    buckets: fromAddress(throttleRules.resetByAddress, caller.ip),
    failures: [],
    work: async () => {
      const buckets = [{ rule: throttleRules.resetByEmail, object: email }];
      const work = () => keepReset(context, email, caller.traceId);
      await withThrottle(context, { buckets, failures: [], work }).catch(unlessTooMany);
    },
  });
}

function unlessTooMany(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
}

async function keepReset(context: AppContext, email: string, traceId: string): Promise<void> {
  const id = newUuid(context.clock.now().getTime());
  const tokenHash = sha256(mailToken(context.secrets.pepper, 'password-reset', id));
  await transaction(context.pool, async (tx) => {
    const [owner] = await passwords.lockOwnerByEmail(tx, [email]);
    const passengerId = owner?.passenger_id ?? null;
    await passwords.replaceReset(tx, [tokenHash, id, passengerId, 'forgotten', minutesToReset]);
    // Asked for in any case; without a row the job finds nothing to send.
    await enqueue(tx, 'send-mail', { mail: 'password-reset', id }, `password-reset:${id}`);
    await recordAudit(tx, { kind: 'password_reset_requested', passengerId, traceId });
  });
}

/**
 * The passkeys that whoever holds this token decides on: none when a password only has to be changed. The token stays
 * unused. @throws `password_reset_token_invalid` unless it could be used now.
 */
export async function passkeysToDecideOn(context: AppContext, token: string, caller: Caller): Promise<Passkey[]> {
  return await withResetThrottle(context, caller, async () => {
    const owner = await findOwner(context.pool, token);
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
export async function confirmReset(
  context: AppContext,
  input: NewPassword,
  caller: Caller,
): Promise<{ email: string }> {
  return await withResetThrottle(context, caller, async () => {
    const owner = await findOwner(context.pool, input.token);
    assertOwnsPassword(owner);
    await withNewPasswordThrottle(context, owner.passenger_id, () => spendToken(context, owner, input, caller.traceId));
    // Whoever proved to own the mailbox is not kept out by somebody's wrong guesses (AUTH-03).
    await forgiveGuesses(context, { email: owner.email, device: input.deviceOf(owner.email) });
    await forgive(context, { rule: throttleRules.mailCodesInARow, object: owner.passenger_id });
    return { email: owner.email };
  });
}

async function spendToken(
  context: AppContext,
  owner: PasswordOwner & passwords.ResetOwnerRow,
  { token, newPassword, keepPasskeys: keep }: NewPassword,
  traceId: string,
): Promise<void> {
  const hash = await prepareNewPassword(context, owner, newPassword);
  const { passenger_id: passengerId, purpose } = owner;
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, passengerId), 'password_reset_token_invalid');
    const [taken] = await passwords.takeReset(tx, [sha256(token)]);
    assertThat(taken !== undefined, 'password_reset_token_invalid');
    const isForgotten = purpose === 'forgotten';
    const removedPasskeys = isForgotten ? await removeOtherPasskeys(tx, { passengerId, keep, traceId }) : 0;
    const change = { owner, hash, keepSession: null, removedPasskeys };
    assertThat(await putInForce(context, tx, change), 'password_reset_token_invalid');
    await recordAudit(tx, { kind: 'password_reset', passengerId, traceId });
  });
}

async function findOwner(db: Db, token: string): Promise<passwords.ResetOwnerRow> {
  const [owner] = await passwords.findOwnerByReset(db, [sha256(token)]);
  if (owner === undefined) throw new AppError('password_reset_token_invalid');
  return owner;
}

function withResetThrottle<Result>(context: AppContext, caller: Caller, work: () => Promise<Result>): Promise<Result> {
  const buckets = fromAddress(throttleRules.resetTokenByAddress, caller.ip);
  return withThrottle(context, { buckets, failures: ['password_reset_token_invalid'], work });
}

/** Forgets links that nobody followed in time. */
export async function deleteExpiredResets(db: Db): Promise<void> {
  await passwords.deleteExpiredResets(db, []);
}
