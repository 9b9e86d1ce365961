import { locales } from '@tapfolio/domain/locale.ts';
import { maxCardName, shownText as shownTextPattern } from '@tapfolio/domain/shown-text.ts';
import * as z from 'zod/mini';
import { errorCodes } from './error-catalogue.ts';
import { maxPageSize } from './limits.ts';

/** Integer minor units (cents, pence) plus the ISO 4217 alphabetic currency. */
export const money = z.object({
  amountMinor: z.int(),
  currency: z.string().check(z.length(3)),
});
export type MoneyDto = z.infer<typeof money>;

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** An instant in a request: no year 0, which the database does not know. */
export const askedInstant = z.iso.datetime().check(
  z.maxLength(35),
  z.refine((text) => !text.startsWith('0000')),
);

/** A service day of the operator, `YYYY-MM-DD`. */
export const serviceDay = z.iso.date();

/** An IANA time zone in which the row's instants are to be read. */
export const timeZone = z.string().check(z.maxLength(64));

export const language = z.enum(locales);

/** A statement reference as typed or pasted; the server cleans it with the same rule as the browser. */
export const typedStatementReference = z.string().check(z.minLength(1), z.maxLength(200));

/** The amount as it stands on the statement, in minor units of whatever currency the charge was made in. */
export const typedAmountMinor = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

/** An address to write to. */
export const emailAddress = z.email().check(z.maxLength(254));

export const shownText = z.regex(shownTextPattern);

/** A name the passenger gives a card. */
export const cardName = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxCardName), shownText);

export const cardId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** A number in an address is text: decimal digits, and nothing else that JavaScript would take for a number. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,10}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(most))),
  );

/** An id that is no integer is no card of ours. */
export const cardParams = z.object({ cardId: wholeNumber(1, 2_147_483_647) });

/** Filter and paging of every history: instants in ISO 8601, `from` inclusive, `to` exclusive, newest first. */
export const historyQuery = z
  .object({
    from: z.optional(askedInstant),
    to: z.optional(askedInstant),
    limit: z._default(wholeNumber(1, maxPageSize), 20),
    cursor: z.optional(z.string().check(z.maxLength(200))),
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
 * For one row of a history: `at` is when it began, as the list says. With it the server looks in that month alone; without it, or
 * where the back office has moved the row since, it looks through the months of the card from the newest on.
 */
export const detailQuery = z.extend(languageQuery, { at: z.optional(askedInstant) });

/** The one error shape of every call (ERR-01). `details.fields` maps a body path to the key of what is wrong with it. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    details: z.optional(z.record(z.string(), z.unknown())),
    traceId: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Which payment, and when it opened: enough to find its line in the history. */
export const paymentLink = z.object({ id: z.uuid(), openedAt: instant });

export const noContent = z.null();
