import type { Locale } from '@tapfolio/domain/locale.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockOpenAccount } from '../users/users.service.ts';
import { insertConsent } from './consents.queries.ts';

export interface Consent {
  readonly passengerId: string;
  readonly version: string;
  readonly language: Locale;
  /** When the box was ticked, if that was before now. */
  readonly givenAt?: string;
  readonly traceId: string;
}

/** The consent of a signed-in passenger. @throws `unauthenticated` when the account was closed meanwhile. */
export async function renewConsent(context: Pick<AppContext, 'pool'>, consent: Consent): Promise<void> {
  await transaction(context.pool, async (tx) => {
    assertThat(await lockOpenAccount(tx, consent.passengerId), 'unauthenticated');
    await giveConsent(tx, consent);
  });
}

/** Stores consent to one version of the terms with its time (REG-03); given twice it stays as it was. */
export async function giveConsent(db: Db, consent: Consent): Promise<void> {
  const [given] = await insertConsent(db, [
    consent.passengerId,
    consent.version,
    consent.language,
    consent.givenAt ?? null,
  ]);
  if (given === undefined) return;
  const { passengerId, traceId, version } = consent;
  await recordAudit(db, { kind: 'consent_given', passengerId, traceId, detail: { version } });
}
