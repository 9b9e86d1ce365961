import type { Locale } from '@tapfolio/domain/locale.ts';
import { languageOfOperatorText } from '@tapfolio/domain/operator-texts.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { addressesOfTerms } from '../../config/terms.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { insertConsent } from './consents.queries.ts';

export interface Consent {
  readonly passengerId: string;
  readonly version: string;
  /** The passenger's. */
  readonly language: Locale;
  /** When the box was ticked, if that was before now. */
  readonly givenAt?: string;
  readonly traceId: string;
}

/**
 * The passenger's consent to the terms in force.
 * @throws `consent_outdated` when others were shown; `unauthenticated` when the account was closed or the session ended before.
 */
export async function renewConsent(
  { pool, config }: Using<'pool' | 'config'>,
  passenger: Passenger,
  { consentVersion: shown = config.consent.version }: { readonly consentVersion?: string | undefined },
): Promise<void> {
  assertThat(shown === config.consent.version, 'consent_outdated');
  const { passengerId, language, traceId } = passenger;
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    await giveConsent({ config }, tx, { passengerId, language, version: config.consent.version, traceId });
  });
}

/**
 * Stores consent to one version of the terms with its time and the language in which the terms can be read (REG-03); given twice it
 * stays as it was.
 */
export async function giveConsent({ config }: Using<'config'>, db: Db, consent: Consent): Promise<void> {
  const reader = { locale: consent.language, deployed: config.languages.deployed };
  const [given] = await insertConsent(db, {
    passengerId: consent.passengerId,
    version: consent.version,
    language: languageOfOperatorText(addressesOfTerms(config), reader),
    givenAt: consent.givenAt ?? null,
  });
  if (given === undefined) return;
  const { passengerId, traceId, version } = consent;
  await recordAudit(db, { kind: 'consent_given', passengerId, traceId, detail: { version } });
}
