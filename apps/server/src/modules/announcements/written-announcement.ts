import {
  announcementLevels,
  announcementScreens,
  maxAnnouncementBody,
  maxAnnouncementTitle,
} from '@tapfolio/domain/announcements.ts';
import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { shownText } from '@tapfolio/domain/shown-text.ts';
import { z } from 'zod';
import { describeIssue, inPlainWords } from '../../config/described-issues.ts';
import type { NewAnnouncement } from './announcements.service.ts';

/** What looks like a tag would be shown as it is written. */
const tag = /<\/?[a-z]|&#?\w+;/i;

const plainText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(shownText, 'must be one line without control characters, invisible ones and signs of direction')
    .refine((text) => !tag.test(text), 'must be plain text, without tags such as <b> and without &amp; and the like');

const instant = z.iso.datetime({
  offset: true,
  error: 'must be a time with its offset, such as 2026-12-01T22:00:00-05:00',
});

const more = z
  .string()
  .max(500)
  .refine(isSafeAddress, 'must be an address that begins with https://, without blanks, user name and password');

const text = z.strictObject({
  title: plainText(maxAnnouncementTitle),
  body: plainText(maxAnnouncementBody),
  more: more.transform((address) => new URL(address).href).optional(),
});

const isListedOnce = (list: readonly string[]): boolean => new Set(list).size === list.length;

const written = z.strictObject({
  from: instant.optional(),
  until: instant.optional(),
  level: z.enum(announcementLevels),
  shownOn: z.array(z.enum(announcementScreens)).min(1).refine(isListedOnce, 'names a screen twice').optional(),
  texts: z.partialRecord(z.enum(locales), text),
});

/** Only the text of the address decides, because a browser would read blanks, slashes and signs of direction in its own way. */
function isSafeAddress(address: string): boolean {
  if (!/^https:\/\/[^/\\@\s]/i.test(address) || /\s/.test(address) || !shownText.test(address)) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

interface Reader {
  /** The portal's languages, the first one first. */
  readonly deployed: readonly Locale[];
  readonly nowMs: number;
}

/** Reads the file of an announcement: the announcement, or everything that is wrong with it, one line each. */
export function readWrittenAnnouncement(content: unknown, reader: Reader): NewAnnouncement | string[] {
  const checked = written.safeParse(content, { error: inPlainWords });
  const problems = checked.success ? [] : checked.error.issues.flatMap(describeIssue);
  problems.push(...problemsOfTime(content, reader), ...problemsOfLanguages(content, reader));
  if (!checked.success || problems.length > 0) return problems;
  const { from, until, level, shownOn, texts } = checked.data;
  return { startsAt: from ?? null, endsAt: until ?? null, level, shownOn: shownOn ?? null, texts };
}

const times = z.object({ from: instant.optional().catch(undefined), until: instant });

function problemsOfTime(content: unknown, { nowMs }: Reader): string[] {
  const { data } = times.safeParse(content);
  if (data === undefined) return [];
  const endMs = Date.parse(data.until);
  if (endMs <= nowMs) return ['until: has passed'];
  return data.from !== undefined && endMs <= Date.parse(data.from) ? ['until: must be after from'] : [];
}

const languages = z.object({ texts: z.record(z.string(), z.unknown()) });

function problemsOfLanguages(content: unknown, { deployed }: Reader): string[] {
  const { data } = languages.safeParse(content);
  if (data === undefined) return [];
  const named = locales.filter((locale) => data.texts[locale] !== undefined);
  const foreign = named.filter((locale) => !deployed.includes(locale));
  const [first] = deployed;
  const isWithout = first !== undefined && !named.includes(first);
  return [
    ...foreign.map(
      (locale) => `texts.${locale}: the portal does not have this language: languages.deployed of the configuration`,
    ),
    ...(isWithout
      ? [`texts.${first}: is missing: languages without a text show that of the portal's first language`]
      : []),
  ];
}
