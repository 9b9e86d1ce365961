import { locales } from '@tapfolio/domain/locale.ts';
import { maxCardName, shownText as shownTextPattern } from '@tapfolio/domain/shown-text.ts';
import { paymentStatuses } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { maxPageSize } from './limits.ts';

/** Integer minor units (cents, pence) plus the ISO 4217 alphabetic currency. */
export const money = z.object({
  amountMinor: z.int(),
  currency: z.string().check(z.length(3)),
});
export type MoneyDto = z.infer<typeof money>;

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** An instant, ISO 8601 in UTC: it ends with `Z`. Year 0 is refused, because the database does not know it. */
export const askedInstant = z.iso.datetime().check(
  z.maxLength(35),
  z.refine((text) => !text.startsWith('0000')),
);

/** A service day of the operator, `YYYY-MM-DD`. */
export const serviceDay = z.iso.date();

/** The IANA time zone in which to show the row's instants. */
export const timeZone = z.string().check(z.maxLength(64));

export const language = z.enum(locales);

/** A statement reference as typed or pasted; the server cleans it with the same rule as the browser. */
export const typedStatementReference = z.string().check(z.minLength(1), z.maxLength(200));

/** The amount on the statement, in minor units of the charge's currency. */
export const typedAmountMinor = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

/** What proves a payment: a reference of a bank statement and the amount beside it. */
export const statementProof = { srid: typedStatementReference, amountMinor: typedAmountMinor };

/** A password as it was typed. An empty one is refused with a code of its own. */
export const typedPassword = z.string().check(z.maxLength(512));

/** A password as it was typed. An empty one is refused with the general code for a wrong field. */
export const nonEmptyPassword = typedPassword.check(z.minLength(1));

/** A version of the data-protection terms. */
export const consentVersion = z.string().check(z.minLength(1), z.maxLength(40));

/** An e-mail address. */
export const emailAddress = z.email().check(z.maxLength(254));

export const shownText = z.regex(shownTextPattern);

/** A name that the passenger gives a card. */
export const cardName = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxCardName), shownText);

export const cardId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** A number in a URL is text. Only decimal digits are accepted, although JavaScript converts other texts to numbers too. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,10}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(most))),
  );

/** A text that is not an integer is refused: no card has such an id. */
export const cardParams = z.object({
  /** The id of one of the passenger's own cards. */
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

export const languageQuery = z.object({ language: z.optional(language) });

/**
 * For one row of a history: `at` is the start of the row, as the list says. With it, the server searches only that month. Without it, or
 * if the back office has moved the row since, the server searches the months of the card, the newest first.
 */
export const detailQuery = z.extend(languageQuery, { at: z.optional(askedInstant) });

/** The id of a payment and when its window opened: enough to find its line in the history. */
export const paymentLink = z.object({ id: z.uuid(), openedAt: instant });

/**
 * The id of a payment, when its window opened, how far it is, and whether it has a receipt, which is also the receipt of what it contains.
 */
export const receiptLink = z.extend(paymentLink, { status: z.enum(paymentStatuses), receiptAvailable: z.boolean() });

export const noContent = z.null();
