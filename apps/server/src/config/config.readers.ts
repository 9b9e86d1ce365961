import type { Locale } from '@tapfolio/domain/locale.ts';
import { readerMessageKinds } from '@tapfolio/domain/reader-messages.ts';
import { z } from 'zod';
import { language, words } from './config.values.ts';

const text = z.strictObject({
  shown: words
    .max(80)
    .optional()
    .describe('What the reader shows in that language, word for word; several wordings with ` · ` between them'),
  means: words.max(300).optional().describe('What it means, in plain words'),
  next: words.max(300).optional().describe('What the passenger can do next'),
});

const textKeys = ['shown', 'means', 'next'] as const;

export const readerMessages = z
  .array(
    z.strictObject({
      number: words.max(12).optional().describe('The number or code that the reader shows with it'),
      replaces: z
        .enum(readerMessageKinds)
        .optional()
        .describe(
          "The portal's own message that is not shown any more because of this one. What `texts` leaves out is taken from it: `number` alone adds a number to it. Several may replace the same one",
        ),
      texts: z
        .partialRecord(language, text)
        .default({})
        .describe(
          "Per language. Without `replaces` each has all three texts, and the portal's first language must be there: a language without texts shows those of the first",
        ),
    }),
  )
  .max(100)
  .default([])
  .describe(
    'What the readers of this operator show, in its own words and numbers, for “Card refused?”: before the usual messages of readers, which the portal knows',
  );

type Issue = { readonly path: (string | number)[]; readonly message: string };

/** What is wrong with the messages as a whole: a text that nothing stands in for, and a number that would have two meanings. */
export function readerMessageIssues(list: z.output<typeof readerMessages>, first: Locale | undefined): Issue[] {
  return list.flatMap((message, place) => {
    const path = ['readerMessages', place];
    const isTwice = message.number !== undefined && list.findIndex(({ number }) => number === message.number) < place;
    return [
      ...(isTwice ? [{ path: [...path, 'number'], message: 'is used by an entry above' }] : []),
      ...(message.replaces === undefined ? missingTexts(message.texts, first, path) : []),
    ];
  });
}

function missingTexts(
  texts: z.output<typeof readerMessages>[number]['texts'],
  first: Locale | undefined,
  path: (string | number)[],
): Issue[] {
  const inFirst = first === undefined || texts[first] !== undefined;
  return [
    ...(inFirst ? [] : [{ path: [...path, 'texts', first], message: "is missing: it is the portal's first language" }]),
    ...Object.entries(texts).flatMap(([locale, given]) =>
      textKeys
        .filter((key) => given[key] === undefined)
        .map((key) => ({ path: [...path, 'texts', locale, key], message: 'is missing, and no message is replaced' })),
    ),
  ];
}
