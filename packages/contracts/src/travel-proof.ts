import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { documentAnswer, documentQuery } from './travel-documents.ts';

/** The error codes of this call. */
export const codes = {
  travel_proof_too_long: {
    status: 422,
    means: 'The period has more days or more trips than a proof of travel may have; a shorter one may be asked for.',
    details: details<{ days: number; trips: number }>(),
  },
  travel_proof_empty: { status: 404, means: 'The cards have no trips in the period of a proof of travel.' },
  no_trips_for_work: {
    status: 404,
    means: 'No trip in the period of the document is for work, and only those were asked for.',
  },
} as const satisfies CatalogueEntries;

export const downloadTravelProof = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/travel-proof',
  who: 'passenger',
  permission: ['card-trips-history-table.proof'],
  // Like a receipt: one thread compiles both.
  rate: { places: 10 },
  tag: 'trips',
  summary: "The trips of some days with some of the passenger's cards, with times and stops, as one PDF or CSV",
  query: documentQuery,
  refuses: [systemCodes.card.unknown, 'NWA0011', 'travel_proof_too_long', 'travel_proof_empty', 'no_trips_for_work'],
  answers: { 200: documentAnswer },
});
