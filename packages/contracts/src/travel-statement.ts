import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { documentAnswer, documentQuery } from './travel-documents.ts';

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
  permission: ['card-payments-history-table.statement'],
  // Like a receipt: one thread compiles both.
  rate: { places: 10 },
  tag: 'receipts',
  summary: "The payments of a period with some of the passenger's cards, as one PDF or CSV",
  query: documentQuery,
  refuses: [
    systemCodes.card.unknown,
    'NWA0011',
    'travel_statement_too_long',
    'travel_statement_empty',
    'no_trips_for_work',
  ],
  answers: { 200: documentAnswer },
});
