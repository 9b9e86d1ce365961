import type { RegistrationBody } from '@tapfolio/contracts/registrations.ts';
import { normaliseEmail } from '@tapfolio/domain/email-address.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Caller } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { sha256 } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { mailToken } from '../../lib/mail-token.ts';
import { hashPassword } from '../../lib/password-hashing.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMail } from '../../queue/jobs.queries.ts';
import { assertGoodPassword } from '../passwords/passwords.service.ts';
import { proveStatement } from '../statement-references/statement-references.service.ts';
import { fromAddress, registrationMailsTo, sharedRules, throttleRules } from '../throttles/throttle-rules.ts';
import { withAnyThrottle, withSharedLimit, withThrottle } from '../throttles/throttles.service.ts';
import * as registrations from './registrations.queries.ts';

type Registering = Using<'pool' | 'config' | 'clock' | 'keys'>;

/** How long the link in the mail is valid. */
export const hoursToConfirm = 24;

/**
 * Keeps a request for an account until its address is confirmed and has the mail sent. Does the very same for an
 * address that has an account (REG-05): only the mail will differ, and it is written later.
 * @throws AppError `NWA0014`, `consent_outdated`, `card_name_is_card_number` and `password_rules_violated` for the input; `NWA0003`;
 *   `xtat_number_not_unique`, but only to a caller who has proven to know the charge; `too_many_requests`.
 */
export async function register(context: Registering, caller: Caller, body: RegistrationBody): Promise<void> {
  const email = normaliseEmail(body.email);
  assertThat(context.config.languages.deployed.includes(body.language), 'NWA0014');
  assertThat(body.consentVersion === context.config.consent.version, 'consent_outdated');
  assertThat(!looksLikePan(body.cardName), 'card_name_is_card_number');
  await withThrottle(context, {
    buckets: fromAddress(throttleRules.registerByAddress, caller.ip),
    failures: ['NWA0003', 'xtat_number_not_unique'],
    work: async () => {
      await assertGoodPassword(context.config, body.password, [email]);
      const mediumId = await proveOwnCard(context, body, caller.ip);
      const work = () => keepRegistration(context, caller, { ...body, email, mediumId });
      await withAnyThrottle(context, registrationMailsTo(email), { failures: [], work });
    },
  });
}

async function proveOwnCard(context: Registering, body: RegistrationBody, ip: string): Promise<string> {
  const { medium_id: mediumId } = await proveStatement(context, {
    srid: body.srid,
    amountMinor: body.amountMinor,
    mustBePaid: true,
    buckets: await withSharedLimit(context, fromAddress(throttleRules.linkByAddress, ip), sharedRules.link),
  });
  const [linked] = await registrations.findLinkedMedium(context.pool, { mediumId });
  assertThat(linked === undefined, 'xtat_number_not_unique');
  return mediumId;
}

async function keepRegistration(
  context: Registering,
  { traceId }: Caller,
  body: RegistrationBody & { readonly mediumId: string },
): Promise<void> {
  const id = newUuid(context.clock.now().getTime());
  const tokenHash = sha256(mailToken(context.keys.mailTokens, 'registration', id));
  const passwordHash = await hashPassword(context.keys.passwords, body.password);
  const { email, cardName, consentVersion, language, mediumId } = body;
  const answers = { email, cardName, consentVersion, language, mediumId };
  await transaction(context.pool, async (tx) => {
    await registrations.insertRegistration(tx, {
      ...answers,
      tokenHash,
      registrationId: id,
      passwordHash,
      hoursValid: hoursToConfirm,
    });
    await enqueueMail(tx, { mail: 'registration', id });
    await recordAudit(tx, { kind: 'registration_requested', passengerId: null, traceId });
  });
}

/** Deletes requests that were not confirmed in time. */
export async function deleteExpiredRegistrations(db: Db): Promise<void> {
  await registrations.deleteExpiredRegistrations(db);
}
