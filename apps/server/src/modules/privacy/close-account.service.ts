import { type ClosingReason, closingReasons } from '@tapfolio/contracts/closing-reasons.ts';
import { defaultLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { assertFreshProof, assertSession } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { Mail } from '../../gateways/mail.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { keyedHash } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMail, removeJobsAbout } from '../../queue/jobs.queries.ts';
import { dropClaims, holdClaims } from '../card-claims/card-claims.service.ts';
import { sealRecipient, unsealRecipient } from '../mails/last-mails.ts';
import { composeMail, type MailWriter } from '../mails/mails.service.ts';
import { holdPassword, type ProvenPassword, provePassword } from '../passwords/passwords.service.ts';
import { forgetPerson } from '../throttles/throttles.service.ts';
import * as privacy from './privacy.queries.ts';

export interface Closing {
  readonly reason: string;
  /** Absent when a provider signs the passenger in. */
  readonly password: string | undefined;
}

type Closer = Using<'pool' | 'clock' | 'keys'>;

/**
 * Closes an account for good (ACC-03): afterwards no table or job has anything personal; travel stays, without a
 * passenger. @throws `password_old_empty`, `password_old_incorrect`; `reauthentication_required` when a provider signs the
 * passenger in and the last proof is too old; `unauthenticated` when the account was closed or the session ended
 * before.
 */
export async function closeAccount(context: Closer, passenger: Passenger, closing: Closing): Promise<void> {
  const password = await proveByPassword(context, passenger, closing.password);
  const { passengerId, traceId } = passenger;
  const detail = { reason: classOf(closing.reason) };
  await transaction(context.pool, async (tx) => {
    const person = await holdPerson(tx, passengerId);
    assertThat(person !== undefined, 'unauthenticated');
    await assertStillProven(tx, passenger, password);
    await anonymise(context, tx, { passengerId, traceId, detail, ...person });
    await sendLastMail(context, tx, person);
  });
}

/** Undefined when a provider signs the passenger in. */
async function proveByPassword(
  context: Closer,
  passenger: Passenger,
  password: string | undefined,
): Promise<ProvenPassword | undefined> {
  const [person] = await privacy.findPerson(context.pool, { passengerId: passenger.passengerId });
  assertThat(person !== undefined, 'unauthenticated');
  if (person.is_sso_shadow_user) return undefined;
  assertThat(password !== undefined && password !== '', 'password_old_empty');
  return await provePassword(context, passenger, password);
}

/** The passenger, locked; undefined if the account was closed meanwhile. */
export async function holdPerson(tx: Transaction, passengerId: string): Promise<Person | undefined> {
  const [person] = await privacy.lockPerson(tx, { passengerId });
  return person && { email: person.email, language: person.display_language };
}

interface Person {
  readonly email: string;
  readonly language: Locale;
}

interface Leaving extends Pick<Person, 'email'> {
  readonly passengerId: string;
  readonly traceId: string;
  /** Of the event. */
  readonly detail: Readonly<Record<string, string>>;
}

/** Deletes what is personal of a passenger that `holdPerson` locked. */
export async function anonymise(
  context: Using<'clock' | 'keys'>,
  tx: Transaction,
  { passengerId, traceId, email, detail }: Leaving,
): Promise<void> {
  await holdClaims(tx, passengerId);
  await privacy.lockQuestions(tx, { passengerId });
  const subjects = await privacy.listMailSubjects(tx, { passengerId, email });
  await removeJobsAbout(tx, { passengerId, subjectIds: subjects.map(({ id }) => id) });
  await dropClaims(tx, passengerId);
  for (const empty of privacy.deletePersonal) await empty(tx, { passengerId });
  // After the cards: deleting a card waits for a claim of it that is being made, so that this claim is seen here.
  await privacy.forgetAsOwner(tx, { passengerId });
  for (const empty of privacy.deleteByEmail) await empty(tx, { email });
  await forgetPerson(tx, context, [passengerId, email]);
  const tombstoneId = newUuid(context.clock.now().getTime());
  await privacy.makeTombstone(tx, { passengerId, email: `${tombstoneId}@closed.invalid`, language: defaultLocale });
  await recordClosing(tx, { traceId, detail: { ...detail, person: proofOfClosing(context, email) } });
}

/** Without the passenger's id and the moment: nothing is to lead from the keyed hash to what stays. */
export async function recordClosing(db: Db, closing: Pick<Leaving, 'traceId' | 'detail'>): Promise<void> {
  await recordAudit(db, { kind: 'account_closed', passengerId: null, isDayOnly: true, ...closing });
}

/** Behind the lock: a new password may have ended the session and the password since they were looked at. */
async function assertStillProven(
  tx: Transaction,
  { tokenHash }: Passenger,
  password: ProvenPassword | undefined,
): Promise<void> {
  await assertSession(tx, tokenHash);
  if (password === undefined) await assertFreshProof(tx, tokenHash);
  else await holdPassword(tx, password, 'password_old_incorrect');
}

/** Tells the owner that the account is closed. */
export async function sendLastMail(
  context: Using<'clock' | 'keys'>,
  tx: Transaction,
  { email, language }: Person,
): Promise<void> {
  const id = newUuid(context.clock.now().getTime());
  const recipient = sealRecipient(context, { to: email, language });
  await enqueueMail(tx, { mail: 'account-closed', id, recipient });
}

/** Writes the mail that says that the account is closed. No table has its address any more. */
export async function writeClosedMail(context: Using<'config' | 'keys'>, id: string, recipient: string): Promise<Mail> {
  const { to, language } = unsealRecipient(context, recipient);
  const write = ({ t, operator, paragraph }: MailWriter) => ({
    subject: t('mail.closedSubject'),
    blocks: [
      paragraph(t('mail.closedIntro', { operator })),
      paragraph(t('mail.closedKept')),
      paragraph(t('mail.closedNotYou')),
    ],
  });
  return await composeMail(context.config, { kind: 'account-closed', id, to, language, write });
}

/** What people write as a reason may say who they are; only its class is ever stored. */
function classOf(reason: string): ClosingReason {
  return closingReasons.find((known) => known === reason) ?? 'other';
}

/** Proves the closing to the owner of the address, who names it. The address cannot be read from the hash. */
export function proofOfClosing({ keys }: Using<'keys'>, email: string): string {
  return keyedHash(keys.closedAccounts, email).toString('hex');
}

/** Forgets closed accounts when the operator's time is over, and with them the consents given in them. */
export async function deleteOldTombstones(db: Db, months: number): Promise<void> {
  await privacy.deleteOldTombstones(db, { monthsToKeep: months });
}
