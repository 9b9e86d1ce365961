import type { Announcement } from '@tapfolio/contracts/announcements.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { languageOfOperatorText } from '@tapfolio/domain/operator-texts.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { AnnouncementRow } from './announcements.queries.ts';

/**
 * An announcement in a language, or in the portal's first one if it has no text in that. If the operator has changed its languages
 * since: in the first that the portal still has; undefined if it has none of them.
 */
export function presentAnnouncement(
  { announcement_id: id, level, starts_at, ends_at, shown_on: shownOn, texts }: AnnouncementRow,
  reader: { readonly locale: Locale; readonly deployed: readonly Locale[] },
): Announcement | undefined {
  const languages = [languageOfOperatorText(texts, reader), ...reader.deployed];
  const language = languages.find((one) => texts[one] !== undefined);
  const text = language && texts[language];
  if (!language || !text) return undefined;
  return {
    id,
    level,
    from: isoInstant(starts_at),
    until: isoInstantOrNull(ends_at),
    shownOn,
    language,
    title: text.title,
    body: text.body,
    moreUrl: text.more ?? null,
  };
}
