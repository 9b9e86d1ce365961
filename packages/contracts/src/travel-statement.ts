import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { cardId, languageQuery } from './shared.ts';

/** A day of the years 1900 to 2999. The others have no travel, and neither JavaScript nor the database knows the days around all of them. */
const askedDay = z.iso.date().check(z.refine((day) => day >= '1900' && day < '3000'));

/** Ids in a URL are text: `1,2`. */
const cardIds = z.pipe(
  z.string().check(z.maxLength(1000), z.regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/)),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
    z.array(cardId),
  ),
);

/** `pdf`: a tagged PDF to read and to print, with sums. `csv`: the payments alone, for spreadsheets and programs. */
export const statementFormat = z.enum(['pdf', 'csv']);

const statementQuery = z
  .extend(languageQuery, {
    /** The first service day of the portal's own operator, of the years 1900 to 2999. */
    from: askedDay,
    /** The last service day. With both, a statement has at most 366 days. */
    to: askedDay,
    /** The ids of the passenger's cards, with commas between them. */
    cards: cardIds,
    /** The type of the file. */
    format: statementFormat,
  })
  .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before from' }));
export type StatementQuery = z.output<typeof statementQuery>;

/** The error codes of this call. */
export const codes = {
  travel_statement_too_long: {
    status: 422,
    means:
      'The period has more days or more payments than a travel statement may have; a shorter one may be asked for.',
    details: details<{ days: number; payments: number }>(),
  },
  travel_statement_empty: { status: 404, means: 'The cards have no payments in the period of a travel statement.' },
} as const satisfies CatalogueEntries;

export const downloadTravelStatement = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/travel-statement',
  who: 'passenger',
  permission: ['card-payments-history-table.receipt'],
  // Like a receipt: one thread compiles both.
  rate: { places: 10 },
  tag: 'receipts',
  summary: "The payments of a period with some of the passenger's cards, as one PDF or CSV",
  query: statementQuery,
  refuses: [systemCodes.card.unknown, 'NWA0011', 'travel_statement_too_long', 'travel_statement_empty'],
  answers: {
    200: {
      description: 'A tagged PDF (PDF/UA-1), or CSV (RFC 4180) in UTF-8 with a byte order mark',
      content: { 'application/pdf': { schema: z.any() }, 'text/csv': { schema: z.any() } },
    },
  },
});
