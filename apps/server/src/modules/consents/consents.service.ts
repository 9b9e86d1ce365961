import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Db } from '../../lib/sql.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { insertConsent } from './consents.queries.ts';

export interface Consent {
  readonly passengerId: string;
  readonly version: string;
  readonly language: Locale;
  /** When the box was ticked, if that was before now. */
  readonly givenAt?: string;
  readonly traceId: string;
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
