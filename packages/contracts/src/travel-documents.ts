import * as z from 'zod/mini';
import type { FileAnswer } from './define-call.ts';
import { cardId, languageQuery } from './shared.ts';

/** What the documents of a period share: the travel statement and the proof of travel. */

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

/** `pdf`: a tagged PDF to read and to print, with sums. `csv`: the rows alone, for spreadsheets: in a language that writes decimals with a comma, so do its amounts, and its cells end at a semicolon. */
const documentFormat = z.enum(['pdf', 'csv']);

export const documentQuery = z
  .extend(languageQuery, {
    /** The first service day of the portal's own operator, of the years 1900 to 2999. */
    from: askedDay,
    /** The last service day. With both, a travel statement has at most 366 days, and a proof of travel 92. */
    to: askedDay,
    /** The ids of the passenger's cards, with commas between them. */
    cards: cardIds,
    /** The type of the file. */
    format: documentFormat,
    /** `work`: only trips that are for work, and payments with such trips. Absent for all. */
    only: z.optional(z.enum(['work'])),
  })
  .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before from' }));
export type DocumentQuery = z.output<typeof documentQuery>;

/** The file, as the asked format says. */
export const documentAnswer: FileAnswer = {
  description:
    'A tagged PDF (PDF/UA-1), or CSV in UTF-8 with a byte order mark: that of RFC 4180, or with semicolons and decimal commas where the language writes these',
  content: { 'application/pdf': { schema: z.any() }, 'text/csv': { schema: z.any() } },
};
