import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { longestProofDays, longestStatementDays } from '@tapfolio/contracts/limits.ts';
import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import { documentPeriods, presets } from '@tapfolio/domain/service-day.ts';
import type { LazyText, T } from '../../lib/i18n.ts';
import { downloadTravelProof } from './api/download-travel-proof.ts';
import { downloadTravelStatement } from './api/download-travel-statement.ts';
import type { DocumentPeriods } from './document-check.ts';

type NameParts = { readonly from: string; readonly to: string; readonly type: string };

/** What differs between the documents of a period. */
export type DocumentKind = DocumentPeriods & {
  readonly download: (query: DocumentQuery) => Promise<Blob>;
  /** The codes that say that the period does not fit. */
  readonly refusedPeriod: readonly ErrorCode[];
  readonly title: LazyText;
  readonly intro: LazyText;
  readonly busy: LazyText;
  readonly downloaded: LazyText;
  readonly failed: LazyText;
  readonly fileName: (t: T, parts: NameParts) => string;
};

/** `statement`: the payments of a period. `proof`: its trips, with times and stops. */
export const documentKinds = {
  statement: {
    periods: documentPeriods,
    usual: 'last_month',
    longestDays: longestStatementDays,
    tooLong: (t) => t('errors.travel_statement_too_long'),
    download: downloadTravelStatement,
    refusedPeriod: ['travel_statement_too_long', 'travel_statement_empty', 'no_trips_for_work'],
    title: (t) => t('travelstatement.title'),
    intro: (t) => t('travelstatement.intro'),
    busy: (t) => t('travelstatement.busy'),
    downloaded: (t) => t('travelstatement.downloaded'),
    failed: (t) => t('travelstatement.failed'),
    fileName: (t, parts) => t('travelstatement.fileName', parts),
  },
  proof: {
    periods: presets,
    // The trips that an inspector or an employer asks about are mostly new.
    usual: 'this_month',
    longestDays: longestProofDays,
    tooLong: (t) => t('errors.travel_proof_too_long'),
    download: downloadTravelProof,
    refusedPeriod: ['travel_proof_too_long', 'travel_proof_empty', 'no_trips_for_work'],
    title: (t) => t('travelproof.title'),
    intro: (t) => t('travelproof.intro'),
    busy: (t) => t('travelproof.busy'),
    downloaded: (t) => t('travelproof.downloaded'),
    failed: (t) => t('travelproof.failed'),
    fileName: (t, parts) => t('travelproof.fileName', parts),
  },
} as const satisfies Record<string, DocumentKind>;

/** Name of a document of a period. */
export type DocumentName = keyof typeof documentKinds;
