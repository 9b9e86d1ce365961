import { type CatalogueEntry, details } from './catalogue-entry.ts';

const alike = '`NWA0003` answers every wrong pair, so that nobody can find out one half of a pair by trying.';
const deliveredSo = 'The back office makes trips from taps; the portal shows them as delivered.';

/**
 * Payments, receipts, trips and taps. The specification defines the range, two numbers (NWA0013, NWA0037) and four more meanings
 * without a number. The order is chosen here: 2 to 9 payments, 10 to 19 receipts, 20 to 29 taps and delivered rows, 30 to 39
 * trips and card tokens. A code about a delivered row appears in the report of the import.
 */
export const paymentCodes = {
  NWA0002: { status: 404, means: 'The card has no such payment.' },
  NWA0003: { status: 422, means: 'No paid payment has this statement reference and amount.' },
  NWA0004: { status: 422, means: 'The statement reference is not well formed.' },
  NWA0005: { status: 422, means: 'The amount is not the amount of the payment.', textOnly: alike },
  NWA0006: { status: 422, means: 'A delivered row has a currency that is not known.' },
  NWA0007: {
    status: 409,
    means: 'The payment is not finished.',
    textOnly: 'Only receipts need a finished payment, and `NWA0013` answers for them.',
  },
  NWA0008: {
    status: 404,
    means: 'The payment belongs to another card.',
    textOnly: '`NWA0002` answers, so that the payments of others stay unknown.',
  },
  NWA0009: {
    status: 503,
    means: 'Payments cannot be read at the moment.',
    textOnly: '`unavailable` and `db_cannot_read` say so for all data alike.',
  },
  NWA0010: { status: 404, means: 'No receipt has this statement reference and amount.' },
  NWA0011: { status: 502, means: 'The receipt could not be made or downloaded.' },
  NWA0012: {
    status: 500,
    means: 'The VAT entry of the currency or the day is missing.',
    given: 'meaning',
    details: details<{ currency: string }>(),
  },
  NWA0013: { status: 404, means: 'There is no receipt for this type of payment, or not yet.', given: 'number' },
  NWA0014: { status: 400, means: 'The language code is not one of the deployed languages.', given: 'meaning' },
  NWA0015: {
    status: 503,
    means: 'Too many receipts are being made.',
    textOnly: '`NWA0011` answers for every reason why a receipt could not be made.',
  },
  NWA0016: {
    status: 409,
    means: 'The receipt was replaced by a corrected one.',
    textOnly: 'Every call answers with the newest receipt.',
  },
  NWA0017: { status: 409, means: 'The receipt is withheld.', textOnly: 'No receipt of a paid payment is withheld.' },
  NWA0018: {
    status: 410,
    means: 'The receipt is past the retention time.',
    textOnly: 'Data past the retention time is deleted, and `NWA0002` or `NWA0010` answers.',
  },
  NWA0019: {
    status: 404,
    means: 'There is no receipt for this product.',
    textOnly: 'A product shows the receipt of its payment, for which `NWA0013` answers.',
  },
  NWA0020: { status: 422, means: 'Invalid taps: the tap belongs to another card and day.', given: 'meaning' },
  NWA0021: { status: 422, means: 'A tap off has no tap on.', textOnly: deliveredSo },
  NWA0022: { status: 422, means: 'A tap off comes before its tap on.', textOnly: deliveredSo },
  NWA0023: { status: 404, means: 'The reader of a tap is not known.', textOnly: deliveredSo },
  NWA0024: { status: 404, means: 'The stop of a tap is not known.', textOnly: deliveredSo },
  NWA0025: { status: 422, means: 'A delivered row has a date or time that does not exist.' },
  NWA0026: { status: 422, means: 'A delivered row lacks a value it must have.' },
  NWA0027: { status: 422, means: 'A delivered row has an amount that is not a whole number.' },
  NWA0028: { status: 422, means: 'A delivered row has a kind or operation that is not known.' },
  NWA0029: { status: 422, means: 'A delivered row has the wrong number of columns, or is too long.' },
  NWA0030: { status: 422, means: 'xTAT mismatch: the reference belongs to another card or payment.', given: 'meaning' },
  NWA0031: {
    status: 404,
    means: 'The token of the card is not known.',
    textOnly: 'A row with a new token begins a new card.',
  },
  NWA0032: { status: 422, means: 'A trip has no beginning.', textOnly: 'Its fare waits for the tap that begins it.' },
  NWA0033: { status: 422, means: 'A delivered trip or product ends before it begins.' },
  NWA0034: { status: 409, means: 'The trip is not finished.', textOnly: 'It is shown as started.' },
  NWA0035: { status: 409, means: 'The trip is part of no payment.', textOnly: 'It is shown without a payment.' },
  NWA0036: { status: 404, means: 'The line of a trip is not known.', textOnly: deliveredSo },
  NWA0037: { status: 404, means: 'The card has no such trip.', given: 'number' },
  NWA0038: {
    status: 404,
    means: 'The trip belongs to another card.',
    textOnly: '`NWA0037` answers, so that the trips of others stay unknown.',
  },
  NWA0039: { status: 422, means: 'A delivered row has a text that is too long.' },
} as const satisfies Record<string, CatalogueEntry>;

/** A code about payments, receipts, trips and taps. */
export type PaymentCode = keyof typeof paymentCodes;
