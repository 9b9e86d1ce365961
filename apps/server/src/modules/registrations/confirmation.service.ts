import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Caller } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type ConstraintCodes, refuseByConstraint } from '../../lib/constraints.ts';
import { sha256 } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { verifyPassword } from '../../lib/password-hashing.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { giveConsent } from '../consents/consents.service.ts';
import { fromAddress, throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import * as registrations from './registrations.queries.ts';

/** Of two confirmations at the same time the first wins, and the second is refused with one of these. */
const registrationConstraints: ConstraintCodes = {
  passengers__email: systemCodes.confirmationToken.unknown,
  cards__medium_id: 'xtat_number_not_unique',
};

type Confirming = Using<'pool' | 'config' | 'clock' | 'keys'>;

/**
 * Opens the account: passenger, password, first card and consent, or nothing at all (REG-06), and returns whose it is. Of any
 * number of calls with one token one succeeds. It needs the mail and the password together: a stranger could have requested
 * an account for this address with another password, and its owner have opened that mail.
 * @throws `TM0060`, `confirmation_password_incorrect`, `xtat_number_not_unique`.
 */
export async function confirmRegistration(
  context: Confirming,
  caller: Caller,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  return await withThrottle(context, {
    buckets: fromAddress(throttleRules.confirmByAddress, caller.ip),
    failures: [systemCodes.confirmationToken.unknown, 'confirmation_password_incorrect'],
    work: async () => {
      const email = await proveMailbox(context, token, password);
      await refuseByConstraint(registrationConstraints, () =>
        transaction(context.pool, async (tx) => openAccount(context, tx, { email, token, traceId: caller.traceId })),
      );
      return { email };
    },
  });
}

/** The address of the pending registration. */
async function proveMailbox(context: Confirming, token: string, password: string): Promise<string> {
  const [pending] = await registrations.findPending(context.pool, { tokenHash: sha256(token) });
  assertThat(pending !== undefined, systemCodes.confirmationToken.unknown);
  const isRight = await verifyPassword(context.keys.passwords, password, pending.password_hash);
  assertThat(isRight, 'confirmation_password_incorrect');
  return pending.email;
}

async function openAccount(
  context: Confirming,
  tx: Transaction,
  { email, token, traceId }: { email: string; token: string; traceId: string },
): Promise<void> {
  const [pending] = await registrations.takeRegistration(tx, { email, tokenHash: sha256(token) });
  assertThat(pending !== undefined, systemCodes.confirmationToken.unknown);
  const passengerId = newUuid(context.clock.now().getTime());
  const { language, password_hash, card_name, medium_id, consent_version: version, created_at } = pending;
  await registrations.insertAccount(tx, {
    passengerId,
    email,
    language,
    passwordHash: password_hash,
    cardName: card_name,
    mediumId: medium_id,
  });
  await giveConsent(context, tx, { passengerId, version, language, givenAt: created_at, traceId });
  await recordAudit(tx, { kind: 'registration_confirmed', passengerId, traceId });
  await recordAudit(tx, { kind: 'card_linked', passengerId, traceId });
}
