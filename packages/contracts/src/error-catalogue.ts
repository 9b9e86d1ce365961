import { keysOf } from '@tapfolio/domain/keys-of.ts';
import { authCodes } from './auth-calls.ts';
import { type BackendCode, backendCodes } from './errors/backend-codes.ts';
import type { CatalogueEntry } from './errors/catalogue-entry.ts';
import { type PaymentCode, paymentCodes } from './errors/payment-codes.ts';
import { type RefundCode, refundCodes } from './errors/refund-codes.ts';
import { sharedCodes } from './errors/shared-codes.ts';
import { type SystemCode, systemEntries } from './errors/system-codes.ts';
import type { ErrorCode } from './errors.ts';
import { portalCodes } from './portal-calls.ts';

type FamilyCode = PaymentCode | RefundCode | SystemCode | BackendCode;

/** The codes of the specification's families, which have a file each. */
export const familyEntries: Readonly<Record<FamilyCode, CatalogueEntry>> = {
  ...paymentCodes,
  ...refundCodes,
  ...systemEntries,
  ...backendCodes,
};

/** All other codes: those that calls share, then those of each noun. */
export const ownEntries: Readonly<Record<Exclude<ErrorCode, FamilyCode>, CatalogueEntry>> = {
  ...sharedCodes,
  ...authCodes,
  ...portalCodes,
};

const entries: Readonly<Record<ErrorCode, CatalogueEntry>> = { ...ownEntries, ...familyEntries };

/** Every code of the catalogue. */
export const errorCodes: readonly ErrorCode[] = keysOf(entries);

/** The HTTP status that an answer with this code has. */
export function statusOf(code: ErrorCode): number {
  return entries[code].status;
}

/** When a call answers with this code: for engineers, and for operators who call the server. */
export function meaningOf(code: ErrorCode): string {
  return entries[code].means;
}

/**
 * Refusals that can go away although the request stays the same: something is in progress, a waiting time is not over, or a
 * delivery has not arrived. An `Idempotency-Key` that got such a refusal may be used again.
 */
export const passingCodes: ReadonlySet<ErrorCode> = new Set([
  'idempotency_key_running',
  'debt_collection_running',
  'debt_tries_used',
  'question_already_open',
  'too_many_questions',
  'PS0001',
  'PS0002',
  'PS0006',
  'PS0008',
  'PS0009',
]);
