import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { language } from './shared.ts';

/** What a reader shows when it does not let a passenger travel at once, and what to do then. */
export const readerMessage = z.object({
  /** Distinguishes it from the others of the list. It may change with the configuration. */
  id: z.string(),
  /** The number or code that the reader shows with it. Null if there is none. */
  number: z.nullable(z.string()),
  /** The language of its texts: the one that was asked for, or the portal's first one if the operator has no text in that. */
  language,
  /** What the reader shows, word for word. Several wordings stand beside each other. */
  shown: z.string(),
  /** What it shows in the other languages of the portal. Readers of a bilingual city show either, whichever the page has. */
  alsoShown: z.optional(
    z.array(
      z.object({
        language,
        /** As `shown`, in this language. */
        shown: z.string(),
      }),
    ),
  ),
  /** What it means. */
  means: z.string(),
  /** What the passenger can do next. */
  next: z.string(),
});
export type ReaderMessage = z.infer<typeof readerMessage>;

/** The messages of all readers. */
export const readerMessages = z.object({
  /** The operator's own ones first, as configured, then those of the portal that none of them replaces. */
  items: z.array(readerMessage),
});

export const listReaderMessages = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/reader-messages',
  who: 'anyone',
  lane: 'none',
  tag: 'portal',
  summary: 'What readers show when they refuse a card, what it means and what to do',
  query: z.object({
    /** The language of the page. Absent for the portal's first one. */
    language: z.optional(language),
  }),
  answers: { 200: readerMessages },
});
