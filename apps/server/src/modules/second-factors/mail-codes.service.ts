import { timingSafeEqual } from 'node:crypto';
import { recordAudit } from '../../audit/audit.queries.ts';
import { assertFreshProof, lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { sha256 } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { mailToken } from '../../lib/mail-token.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMail } from '../../queue/jobs.queries.ts';
import { noteWrongFactor } from '../users/users.service.ts';
import * as mailCodes from './mail-codes.queries.ts';
import { withNewFactorThrottle } from './new-factor-limit.ts';
import { findOwner } from './passkeys.queries.ts';

/** The six digits of a code: from a key outside the database and the code's id, so that a copy of the database has none. */
export function codeDigits(key: Uint8Array, codeId: string): string {
  const number = sha256(mailToken(key, 'sign-in-code', codeId)).readUIntBE(0, 6) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Stores a new code in place of the passenger's older one. */
export async function storeCode(
  tx: Transaction,
  { ticket, codeId, passengerId }: { ticket: string; codeId: string; passengerId: string },
): Promise<void> {
  await mailCodes.upsertSignInCode(tx, { ticketHash: sha256(ticket), codeId, passengerId });
}

/** A code that was right and is not used up yet. */
export interface RightCode {
  readonly passengerId: string;
  readonly ticket: string;
  readonly codeId: string;
}

export interface TypedCode {
  readonly ticket: string;
  readonly code: string;
  readonly traceId: string;
}

/** Whose code it is. @throws `sign_in_code_wrong`; `sign_in_code_expired` after five attempts, ten minutes or a use. */
export async function judgeCode(
  context: Using<'pool' | 'keys'>,
  { ticket, code, traceId }: TypedCode,
): Promise<RightCode> {
  const [attempt] = await mailCodes.takeAttempt(context.pool, { ticketHash: sha256(ticket) });
  assertThat(attempt !== undefined, 'sign_in_code_expired');
  const expected = Buffer.from(codeDigits(context.keys.mailTokens, attempt.code_id));
  const given = Buffer.from(code);
  const { passenger_id: passengerId, code_id: codeId } = attempt;
  if (given.length === expected.length && timingSafeEqual(given, expected)) return { passengerId, ticket, codeId };
  await noteWrongFactor(context, { passengerId, traceId, by: 'code' });
  throw new AppError('sign_in_code_wrong');
}

/** Uses a right code up, in the transaction of the sign-in. @throws `sign_in_code_expired` if it was used or has expired. */
export async function spendCode(tx: Transaction, { ticket, codeId }: RightCode): Promise<void> {
  const [used] = await mailCodes.useSignInCode(tx, { ticketHash: sha256(ticket), codeId });
  assertThat(used !== undefined, 'sign_in_code_expired');
}

/**
 * Switches the code by mail on or off, and tells the owner by mail. @throws `reauthentication_required`; `password_at_provider` for
 * a passenger of a provider; `too_many_requests` if it was switched on too often.
 */
export async function setMailCode(
  context: Using<'pool' | 'clock' | 'keys'>,
  passenger: Passenger,
  mailCode: boolean,
): Promise<void> {
  await assertFreshProof(context.pool, passenger.tokenHash);
  const work = () => switchMailCode(context, passenger, mailCode);
  await (mailCode ? withNewFactorThrottle(context, passenger.passengerId, work) : work());
}

async function switchMailCode(
  { pool, clock }: Using<'pool' | 'clock'>,
  passenger: Passenger,
  mailCode: boolean,
): Promise<void> {
  const { passengerId, traceId } = passenger;
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const [owner] = await findOwner(tx, { passengerId });
    assertThat(owner !== undefined && !owner.is_sso_shadow_user, 'password_at_provider');
    if (owner.mail_code === mailCode) return;
    await mailCodes.updateMailCode(tx, { passengerId, isAsked: mailCode });
    await recordAudit(tx, { kind: mailCode ? 'mail_code_on' : 'mail_code_off', passengerId, traceId });
    const id = newUuid(clock.now().getTime());
    await enqueueMail(tx, { mail: mailCode ? 'mail-code-on' : 'mail-code-off', id, passengerId });
  });
}
