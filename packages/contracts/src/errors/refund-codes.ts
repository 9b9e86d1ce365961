import type { CatalogueEntry } from './catalogue-entry.ts';

/**
 * Refunds and charges. The specification defines the range, the rules and one number (PS0010). The order is chosen here: 1 to 4
 * what the request names, 5 to 9 the rules for a trip, 10 to 16 the amount and the request, 17 to 22 the payment, 23 to 29 the
 * bank's part, 30 to 36 a charge.
 */
export const refundCodes = {
  PS0001: { status: 404, means: 'The trip to refund is not known.' },
  PS0002: { status: 404, means: 'The payment to refund is not known.' },
  PS0003: { status: 422, means: 'A trip to refund is not part of the payment.' },
  PS0004: { status: 422, means: 'The request names nothing that can be refunded.' },
  PS0005: { status: 409, means: 'A chargeback of the payment is finished: the bank has given the money back.' },
  PS0006: { status: 409, means: 'A trip is part of an open charging process.' },
  PS0007: { status: 409, means: 'A trip was already refunded.' },
  PS0008: { status: 409, means: 'A refund of a trip is in progress.' },
  PS0009: { status: 409, means: 'Not every trip is accepted, that is charged and paid.' },
  PS0010: { status: 422, means: 'The refund amount is not positive.', given: 'number' },
  PS0011: { status: 422, means: 'The refund amount is more than the trips cost.' },
  PS0012: { status: 422, means: 'The refund amount is more than what earlier refunds have left.' },
  PS0013: { status: 422, means: 'The currency, or that of a named trip, is not the currency of the payment.' },
  PS0014: {
    status: 422,
    means: 'The trips belong to more than one payment.',
    textOnly: 'The statement reference names one payment, so a trip of another one is `PS0003`.',
  },
  PS0015: { status: 422, means: 'A trip is named twice.' },
  PS0016: { status: 422, means: 'The reason for the refund is not one of the known reasons.' },
  PS0017: { status: 409, means: 'The bank collected no money for the payment.' },
  PS0018: { status: 409, means: 'The payment is too old to be refunded.' },
  PS0019: {
    status: 409,
    means: 'A chargeback of the payment is running.',
    textOnly: 'Banks deliver a chargeback once it is finished, and `PS0005` answers.',
  },
  PS0020: { status: 409, means: 'The payment is a refund itself.' },
  PS0021: { status: 409, means: 'The payment was made in a way that the bank cannot refund.' },
  PS0022: { status: 409, means: 'The payment belongs to another operator.' },
  PS0023: { status: 404, means: 'The refund is not known.' },
  PS0024: { status: 409, means: 'The refund can no longer be changed.', textOnly: 'No call changes a refund.' },
  PS0025: {
    status: 409,
    means: 'The operator’s reference was used for another refund.',
    textOnly: 'The `Idempotency-Key` is the reference: `idempotency_key_reused` answers.',
  },
  PS0026: { status: 409, means: 'The bank refused the refund.' },
  PS0027: { status: 503, means: 'The bank has not answered yet; the refund is tried again.' },
  PS0028: {
    status: 503,
    means: 'A fault of the system: the bank does not know the refund. Request it again later.',
  },
  PS0029: { status: 409, means: 'The card is closed at the bank.' },
  PS0030: { status: 404, means: 'The bank does not know the charge of this statement reference.' },
  PS0031: {
    status: 422,
    means: 'The amount to charge is not positive.',
    textOnly: 'An amount of zero or less is an invalid field: `TM0119`.',
  },
  PS0032: {
    status: 409,
    means: 'The bank refused the charge.',
    textOnly: 'The unpaid fare says so itself, with the reason of the bank.',
  },
  PS0033: {
    status: 503,
    means: 'The bank has not answered yet whether it charged the card.',
    textOnly: 'The unpaid fare says so itself: its payment is being checked.',
  },
  PS0034: {
    status: 409,
    means: 'The charge was taken back before it was finished.',
    textOnly: 'The unpaid fare says so itself: it is owed again.',
  },
  PS0035: {
    status: 409,
    means: 'The bank reports another amount than was asked for.',
    textOnly: 'The reconciliation tells the operator, not a caller.',
  },
  PS0036: {
    status: 409,
    means: 'The bank reports another currency than was asked for.',
    textOnly: 'The reconciliation tells the operator, not a caller.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** A code about refunds and charges. */
export type RefundCode = keyof typeof refundCodes;
