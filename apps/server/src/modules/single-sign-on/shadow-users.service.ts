import { normaliseEmail } from '@tapfolio/domain/email-address.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { lockOpenAccount } from '../../gate/account.queries.ts';
import type { ProvenIdentity } from '../../gateways/identity-provider.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { newUuid } from '../../lib/ids.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMail } from '../../queue/jobs.queries.ts';
import { sealRecipient } from '../mails/last-mails.ts';
import { findRecipient } from '../mails/mails.service.ts';
import * as sso from './single-sign-on.queries.ts';

type Accounts = Using<'pool' | 'clock'>;

/** Who the provider has signed in, and what a new account needs. */
interface Newcomer {
  readonly identity: ProvenIdentity;
  /** Of the mails and receipts of a new account. */
  readonly language: Locale;
  readonly traceId: string;
}

/**
 * Finds the account of a proven identity or makes one; parallel first sign-ins make one together.
 * @throws AppError `sso_failed` for a new identity without a confirmed address, `sso_email_taken` when another account has the address.
 */
export async function findOrMakeShadowUser(context: Accounts, newcomer: Newcomer): Promise<sso.IdentityRow> {
  const { identity } = newcomer;
  return await transaction(context.pool, async (tx) => {
    await sso.lockIdentity(tx, { identity: `${identity.issuer} ${identity.subject}` });
    const [known] = await sso.findIdentity(tx, { issuer: identity.issuer, subject: identity.subject });
    if (known === undefined) {
      const passengerId = await makeShadowUser(context, tx, newcomer);
      return { passenger_id: passengerId, status: 'active' };
    }
    await sso.updateShadowUser(tx, { passengerId: known.passenger_id, ...namesOf(identity) });
    return known;
  });
}

/**
 * Mails go to the address that the provider gives, and a last one to the former address. An address of another account stays with that account,
 * and the passenger keeps the former address.
 */
export async function refreshAddress(
  context: Accounts & Using<'keys'>,
  { passengerId, identity, traceId }: { passengerId: string; identity: ProvenIdentity; traceId: string },
): Promise<void> {
  if (identity.email === undefined || !identity.isEmailVerified) return;
  const address = normaliseEmail(identity.email);
  try {
    await refuseByConstraint({ passengers__email: 'sso_email_taken' }, () =>
      transaction(context.pool, async (tx) => {
        await lockOpenAccount(tx, passengerId);
        const former = await findRecipient(tx, passengerId);
        const [changed] = await sso.updateAddress(tx, { passengerId, email: address });
        if (changed === undefined || former === undefined) return;
        await recordAudit(tx, { kind: 'address_changed', passengerId, traceId });
        await tellFormerAddress(context, tx, { passengerId, recipient: sealRecipient(context, former) });
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await recordAudit(context.pool, { kind: 'address_kept', passengerId, traceId, detail: { code: error.code } });
  }
}

async function tellFormerAddress(
  { clock }: Using<'clock'>,
  tx: Transaction,
  told: { passengerId: string; recipient: string },
): Promise<void> {
  const id = newUuid(clock.now().getTime());
  await enqueueMail(tx, { mail: 'address-changed', id, ...told });
}

function namesOf({ firstName, lastName }: ProvenIdentity) {
  return { firstName: firstName ?? null, lastName: lastName ?? null };
}

async function makeShadowUser(
  { clock }: Accounts,
  tx: Transaction,
  { identity, language, traceId }: Newcomer,
): Promise<string> {
  assertThat(identity.email !== undefined && identity.isEmailVerified, 'sso_failed');
  const passengerId = newUuid(clock.now().getTime());
  const [made] = await sso.insertShadowUser(tx, {
    passengerId,
    email: normaliseEmail(identity.email),
    ...namesOf(identity),
    language,
  });
  assertThat(made !== undefined, 'sso_email_taken');
  await sso.insertIdentity(tx, { issuer: identity.issuer, subject: identity.subject, passengerId });
  await recordAudit(tx, { kind: 'shadow_user_made', passengerId, traceId });
  return passengerId;
}
