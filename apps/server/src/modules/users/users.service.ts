import { fieldCode } from '@tapfolio/contracts/errors/field-codes.ts';
import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { presentSettings } from './users.present.ts';
import * as users from './users.queries.ts';

export type Candidate = users.CandidateRow;

/** The account a password could open, or nothing; the caller must spend the same time on both. */
export async function findCandidate(db: Db, email: string): Promise<Candidate | undefined> {
  const [candidate] = await users.findCandidate(db, { email });
  return candidate;
}

/** The account whose password was right a moment ago, or nothing when it has none any more. */
export async function findCandidateAgain(db: Db, passengerId: string): Promise<Candidate | undefined> {
  const [candidate] = await users.findCandidateAgain(db, { passengerId });
  return candidate;
}

/**
 * Counts a right sign-in (AUTH-06); the passenger's row stays locked until the transaction ends.
 * @throws `login_failed` when the account was closed since the password was compared.
 */
export async function countCorrectLogin(db: Db, passengerId: string): Promise<void> {
  const [counted] = await users.countCorrectLogin(db, { passengerId });
  assertThat(counted !== undefined, 'login_failed');
}

/** Counts a wrong password for the passenger with this address, if there is one, and writes it down (AUTH-06). */
export async function noteWrongPassword(
  { pool }: Using<'pool'>,
  { email, traceId }: { readonly email: string; readonly traceId: string },
): Promise<void> {
  await transaction(pool, async (tx) => {
    const [row] = await users.countIncorrectLoginAt(tx, { email });
    const passengerId = row?.passenger_id ?? null;
    await recordAudit(tx, { kind: 'sign_in_failed', passengerId, traceId, detail: { by: 'password' } });
  });
}

/** Counts a wrong code, or a passkey that was refused, for its owner, and writes it down (AUTH-06). */
export async function noteWrongFactor(
  { pool }: Using<'pool'>,
  {
    passengerId,
    traceId,
    by,
  }: { readonly passengerId: string; readonly traceId: string; readonly by: 'code' | 'passkey' },
): Promise<void> {
  await transaction(pool, async (tx) => {
    await users.countIncorrectLoginOf(tx, { passengerId });
    await recordAudit(tx, { kind: 'sign_in_failed', passengerId, traceId, detail: { by } });
  });
}

/** Notes that a passenger has just signed out. */
export async function noteLogout(db: Db, passengerId: string): Promise<void> {
  await users.noteLogout(db, { passengerId });
}

/** The settings of the signed-in passenger, which the page stores, and the portal's configuration (SES-19). */
export async function readSettings(
  { readDb, config }: Using<'readDb' | 'config'>,
  { passengerId, idleSeconds }: Pick<Passenger, 'passengerId' | 'idleSeconds'>,
): Promise<SettingsAnswer> {
  const [row] = await users.getSettingsRow(readDb, { passengerId, version: config.consent.version });
  if (row === undefined) throw new Error('settings asked for a passenger who does not exist');
  return presentSettings(row, idleSeconds, config);
}

/** The name that the passenger has given; null if there is none. */
export async function readName(readDb: Db, passengerId: string): Promise<string | null> {
  const [names] = await users.findNames(readDb, { passengerId });
  return [names?.first_name, names?.last_name].filter(Boolean).join(' ') || null;
}

/** Keeps the language in which mails are written. @throws `NWA0014` for one that the operator does not offer. */
export async function setLanguage(
  { pool, config }: Using<'pool' | 'config'>,
  passengerId: string,
  language: Locale,
): Promise<void> {
  assertThat(config.languages.deployed.includes(language), 'NWA0014');
  await users.updateLanguage(pool, { passengerId, language });
}

/**
 * Changes first and last name; empty takes a name away. With the names that the passenger has, nothing changes.
 * @throws `0107` when the names belong to the provider (SES-16), `0102` for a payment card's number.
 */
export async function editNames(
  { pool }: Using<'pool'>,
  { passengerId, traceId }: Passenger,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  assertNoCardNumber({ first_name: firstName, last_name: lastName });
  await transaction(pool, async (tx) => {
    const [edited] = await users.updateNames(tx, {
      passengerId,
      firstName: firstName || null,
      lastName: lastName || null,
    });
    assertThat(edited !== undefined, '0107');
    if (edited.is_changed) await recordAudit(tx, { kind: 'name_changed', passengerId, traceId });
  });
}

/** A passenger who types a card number as their name by mistake must not leave it with us. */
function assertNoCardNumber(names: Readonly<Record<string, string>>): void {
  const wrong = Object.keys(names).filter((field) => looksLikePan(names[field] ?? ''));
  const fields = Object.fromEntries(wrong.map((field) => [field, 'card_number']));
  const codes = Object.fromEntries(wrong.map((field) => [field, fieldCode(field, false)]));
  assertThat(wrong.length === 0, '0102', { fields, codes });
}
