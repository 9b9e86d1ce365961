import type { CatalogueEntry } from './errors/catalogue-entry.ts';
import { type RefundCode, refundCodes } from './errors/refund-codes.ts';
import { dailyStatus, type ErrorCode } from './errors.ts';

/** The families of the specification, code by code. The browser does not load them. */
export const families: Readonly<Record<string, Readonly<Record<string, CatalogueEntry>>>> = { refunds: refundCodes };

const entries = Object.values(families).flatMap((family) => Object.entries(family));

/** Every code the server may answer with, and the HTTP status it has. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  ...dailyStatus,
  // The type asks for each code of each family.
  ...(Object.fromEntries(entries.map(([code, { status }]) => [code, status])) as Record<RefundCode, number>),
};

/** Every code of the catalogue. */
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]; // the record has no other keys
