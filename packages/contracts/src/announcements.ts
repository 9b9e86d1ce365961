import { announcementLevels, announcementScreens } from '@tapfolio/domain/announcements.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { instant, language } from './shared.ts';

/** What the operator tells all passengers for some time, above the screens that it is about. */
export const announcement = z.object({
  /** Names it. An announcement is never changed: one with another text has another id. */
  id: z.uuid(),
  /** A warning matters more, and stands first. */
  level: z.enum(announcementLevels),
  /** From when on it is shown. May lie up to an hour ahead. */
  from: instant,
  /** Until when it is shown. Null until the operator ends it. */
  until: z.nullable(instant),
  /** The screens that it is for. Null for all screens. */
  shownOn: z.nullable(z.array(z.enum(announcementScreens))),
  /** The language of its text: the one that was asked for, or the portal's first one if there is no text in that. */
  language,
  /** Plain text on one line. */
  title: z.string(),
  /** Plain text in one paragraph. */
  body: z.string(),
  /** The operator's page about it; its address begins with `https://`. Null if there is none. */
  moreUrl: z.nullable(z.string()),
});
export type Announcement = z.infer<typeof announcement>;

/** The announcements of a moment. */
export const announcements = z.object({
  /** Warnings first, then the newest. */
  items: z.array(announcement),
});
export type Announcements = z.infer<typeof announcements>;

export const listAnnouncements = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/announcements',
  who: 'anyone',
  lane: 'none',
  tag: 'portal',
  summary: 'What the operator tells all passengers now, or within the next hour',
  query: z.object({
    /** The language of the page. Absent for the portal's first one. */
    language: z.optional(language),
  }),
  // From memory, unless nothing was ever read.
  refuses: ['unavailable', 'db_cannot_read'],
  answers: { 200: announcements },
});
