import { createHmac } from 'node:crypto';
import { type ClosingReason, closingReasons } from '@tapfolio/contracts/closing-reasons.ts';
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { newUuid } from '../../lib/ids.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { enqueue } from '../../queue/catalogue.ts';
import { removeJobsAbout } from '../../queue/jobs.queries.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { provePassword } from '../passwords/password-change.service.ts';
import { assertFreshProof } from '../second-factors/confirmation.service.ts';
import { forgetPerson } from '../throttles/throttles.service.ts';
import { sealRecipient } from './closed-mail.ts';
import * as privacy from './privacy.queries.ts';

export interface Closing {
  readonly passengerId: string;
  readonly reason: string;
  readonly password: string | undefined;
  /** The session it is asked for in. */
  readonly tokenHash: Buffer;
  readonly traceId: string;
}

/**
 * Closes an account for good (ACC-03): afterwards nothing personal is in any table or job; travel stays, linked to
 * nobody. @throws `password_old_empty`, `password_old_incorrect`; `reauthentication_required` when a provider signs the
 * passenger in and the last proof is too old; `unauthenticated` when another call was first.
 */
export async function closeAccount(context: AppContext, closing: Closing): Promise<void> {
  await proveOwner(context, closing);
  await transaction(context.pool, async (tx) => await anonymise(context, tx, closing));
}

async function proveOwner(context: AppContext, closing: Closing): Promise<void> {
  const { passengerId, password, tokenHash, traceId } = closing;
  const [person] = await privacy.findPerson(context.pool, [passengerId]);
  assertThat(person !== undefined, 'unauthenticated');
  if (person.is_sso_shadow_user) {
    await assertFreshProof(context, tokenHash);
    return;
  }
  assertThat(password !== undefined && password !== '', 'password_old_empty');
  await provePassword(context, { passengerId, oldPassword: password, traceId });
}

async function anonymise(context: AppContext, tx: Transaction, closing: Closing): Promise<void> {
  const { passengerId, traceId } = closing;
  const [person] = await privacy.lockPerson(tx, [passengerId]);
  assertThat(person !== undefined, 'unauthenticated');
  const { email, display_language: language } = person;
  const subjects = await privacy.listMailSubjects(tx, [passengerId, email]);
  await removeJobsAbout(tx, [passengerId, subjects.map(({ id }) => id)]);
  for (const empty of privacy.deletePersonal) await empty(tx, [passengerId]);
  for (const empty of privacy.deleteByEmail) await empty(tx, [email]);
  await forgetPerson(tx, context, [passengerId, email]);
  const nobody = newUuid(context.clock.now().getTime());
  await privacy.makeTombstone(tx, [passengerId, `${nobody}@closed.invalid`, defaultLocale]);
  await sayGoodbye(context, tx, sealRecipient(context, email, language));
  // Not with the passenger's id: nothing is to lead from the keyed hash to what stays.
  const detail = { reason: classOf(closing.reason), person: proofOfClosing(context, email) };
  await recordAudit(tx, { kind: 'account_closed', passengerId: null, traceId, detail });
}

async function sayGoodbye(context: AppContext, tx: Transaction, recipient: string): Promise<void> {
  const id = newUuid(context.clock.now().getTime());
  await enqueue(tx, 'send-mail', { mail: 'account-closed', id, recipient }, `account-closed:${id}`);
}

/** What people write as a reason may say who they are; only its class is ever stored. */
function classOf(reason: string): ClosingReason {
  return closingReasons.find((known) => known === reason) ?? 'other';
}

/** Whoever comes with their address can be told that its account was closed; from the hash nobody can read it. */
function proofOfClosing({ secrets }: AppContext, email: string): string {
  return createHmac('sha256', secrets.pepper).update(`closed account\0${email}`).digest('hex');
}

/** Forgets closed accounts when the operator's time is over, and with them the consents given in them. */
export async function deleteOldTombstones(db: Db, months: number): Promise<void> {
  await privacy.deleteOldTombstones(db, [months]);
}
