import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { locales } from '@tapfolio/domain/locale.ts';
import { maxCardName, shownText as shownTextPattern } from '@tapfolio/domain/shown-text.ts';
import { paymentStatuses } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { maxConsentVersion, maxPageSize } from './limits.ts';

/** A currency by its three letters (ISO 4217). */
export const currencyCode = z.string().check(z.length(3));

/** An amount in whole minor units (cents, pence), and its currency. */
export const money = z.object({
  /** In minor units: 380 is 3.80 where the currency has two decimals. Zero or more, unless the field says otherwise. */
  amountMinor: z.int(),
  currency: currencyCode,
});
export type MoneyDto = z.infer<typeof money>;

/** An instant, ISO 8601 in UTC: it ends with `Z`. */
export const instant = z.iso.datetime();

/** An instant, ISO 8601 in UTC: it ends with `Z`. Year 0 is refused, because the database does not know it. */
export const askedInstant = z.iso.datetime().check(
  z.maxLength(35),
  z.refine((text) => !text.startsWith('0000')),
);

/** A service day of the operator, `YYYY-MM-DD`. It begins at the operator's day cut, not at midnight. */
export const serviceDay = z.iso.date();

/** The IANA time zone in which to show the row's instants. */
export const timeZone = z.string().check(z.maxLength(64));

/** A language: its letters in ISO 639, and the country whose formats it uses in ISO 3166. */
export const language = z.enum(locales);

export const paymentStatus = z.enum(paymentStatuses);

export const declineCode = z.enum(declineCodes);

/** A statement reference as typed, or a whole statement line: the server takes the reference out of it, and ignores case and blanks. */
export const typedStatementReference = z.string().check(z.minLength(1), z.maxLength(200));

/** The amount on the statement, in minor units of the charge's currency. */
export const typedAmountMinor = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

/** What proves a payment: a reference of a bank statement and the amount beside it. */
export const statementProof = { srid: typedStatementReference, amountMinor: typedAmountMinor };

/** A password as it was typed. An empty one is refused with a code of its own. */
export const typedPassword = z.string().check(z.maxLength(512));

/** A password as it was typed. An empty one is refused with the general code for a wrong field. */
export const nonEmptyPassword = typedPassword.check(z.minLength(1));

/** The version of the data-protection terms that were shown: `consentVersion` of the operator's configuration. */
export const consentVersion = z.string().check(z.minLength(1), z.maxLength(maxConsentVersion));

/**
 * An e-mail address. Letters other than A to Z are refused, since many mail servers take no mail to such an address: the mail would be lost
 * without a word. A domain with others can be written in its `xn--` form.
 */
export const emailAddress = z.email().check(z.maxLength(254));

export const shownText = z.regex(shownTextPattern);

/** A name that the passenger gives a card. */
export const cardName = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxCardName), shownText);

/** The id of a card, in the passenger's own numbering: 1 is the first card of each account. No id is used again. */
export const cardId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/**
 * The id of a trip as the operator delivers it, if that is a UUID. Otherwise the portal makes one of it (version 8); it is the same in every
 * delivery.
 */
export const tripId = z.uuid();

/**
 * The id of a payment window as the operator delivers it, if that is a UUID. Otherwise the portal makes one of it (version 8); it is the same in
 * every delivery. A refund in the history of payments has an id of its own.
 */
export const paymentId = z.uuid();

/** The scheme of the card in capital letters, such as `VISA`, `MASTERCARD` or `INTERAC`; others as delivered. Null if it is not known. */
export const scheme = z.nullable(z.string());

/** The last four characters of the card's number, from the masked number that the back office delivers. Null if it delivers none. */
export const lastFour = z.nullable(z.string());

/** The statement reference, without what banks put before it. Null while no delivery has named one. */
export const srid = z.nullable(z.string());

/** The `cursor` that asks for the next page. Null on the last page. */
export const nextCursor = z.nullable(z.string());

/** A number in a URL is text. Only decimal digits are accepted, although JavaScript converts other texts to numbers too. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,10}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(most))),
  );

/** A text that is not an integer is refused: no card has such an id. */
export const cardParams = z.object({
  /** The id of one of the passenger's own cards, in the passenger's own numbering. */
  cardId: wholeNumber(1, 2_147_483_647),
});

/** Filter and paging of every history: instants in ISO 8601, `from` inclusive, `to` exclusive, newest row first. */
export const historyQuery = z
  .object({
    /** Rows from this instant on, in UTC: it ends with `Z`. */
    from: z.optional(askedInstant),
    /** Rows before this instant, in UTC. */
    to: z.optional(askedInstant),
    /** How many rows a page has at most. */
    limit: z._default(wholeNumber(1, maxPageSize), 20),
    /** `nextCursor` of the page before. Absent for the first page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** The language of names of lines and stops. Absent for the language of the account. */
    language: z.optional(language),
  })
  .check(
    z.refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
      path: ['to'],
      error: 'is before from',
    }),
  );
export type HistoryQuery = z.output<typeof historyQuery>;

export const languageQuery = z.object({
  /** The language of the names of lines and stops, and of a document. Absent for the language of the account. */
  language: z.optional(language),
});

/** For one row of a history. */
export const detailQuery = z.extend(languageQuery, {
  /**
   * When the row begins, as the list says: `startedAt` of a trip, `openedAt` of a payment. With it, the server searches only that month.
   * Without it, or if the back office has moved the row since, the server searches the months of the card, the newest first.
   */
  at: z.optional(askedInstant),
});

/** The id of a payment and when its window opened: enough to find its line in the history. */
export const paymentLink = z.object({
  id: paymentId,
  /** When its window opened: the `at` of the call for the payment. */
  openedAt: instant,
});

/**
 * True if the payment has a receipt: the bank took money for it, it is no refund and no late collection, and operator and bank agree about it.
 */
export const receiptAvailable = z.boolean();

/**
 * The id of a payment, when its window opened, how far it is, and whether it has a receipt, which is also the receipt of what it contains.
 */
export const receiptLink = z.extend(paymentLink, { status: paymentStatus, receiptAvailable });

export const noContent = z.null();
