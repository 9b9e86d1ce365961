import { announcementLevels, announcementScreens } from '@tapfolio/domain/announcements.ts';
import type { OperatorTexts } from '@tapfolio/domain/operator-texts.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, instant, integer, jsonb, notNull, nullable, oneOf, uuid } from '../../lib/sql-types.ts';

/** What an announcement says in one language: plain text, and perhaps the address of a page. */
export interface AnnouncementText {
  readonly title: string;
  readonly body: string;
  readonly more?: string | undefined;
}

export type AnnouncementTexts = OperatorTexts<AnnouncementText>;

const columns = {
  announcement_id: uuid,
  starts_at: instant,
  ends_at: nullable(instant),
  level: oneOf(announcementLevels),
  shown_on: nullable(arrayOf(oneOf(announcementScreens))),
  texts: jsonb<AnnouncementTexts>(),
};

/** Those in force, and those of the next hour: a page shows them when their time has come. Warnings first, then the newest. */
export const listShown = statement({
  name: 'announcements.listShown',
  row: columns,
  text: `select announcement_id, starts_at, ends_at, level, shown_on, texts
  from announcements
  where starts_at < now() + interval '1 hour' and (ends_at is null or ends_at > now())
  order by level desc, starts_at desc, announcement_id`,
});

export type AnnouncementRow = ResultRow<typeof listShown>;

const announcementStates = ['to come', 'in force', 'ended'] as const;

/** Also those that have ended and are not deleted yet; the newest first. */
export const listAll = statement({
  name: 'announcements.listAll',
  row: { ...columns, state: notNull(oneOf(announcementStates), 'a text for each case') },
  text: `select announcement_id, starts_at, ends_at, level, shown_on, texts,
    case
      when ends_at <= now() then 'ended'
      when starts_at > now() then 'to come'
      else 'in force'
    end as state
  from announcements
  order by starts_at desc, announcement_id`,
});

/** One is added at a time: two that come at once would not see each other. */
export const lockAdding = statement({
  name: 'announcements.lockAdding',
  text: `select from pg_advisory_xact_lock(hashtextextended('announcements', 0))`,
});

/** How many have not ended, and how many of them say the same in this time. */
export const countOthers = statement({
  name: 'announcements.countOthers',
  values: { startsAt: nullable(instant), endsAt: nullable(instant), texts: jsonb<AnnouncementTexts>() },
  row: { others: notNull(integer, 'a count'), twins: notNull(integer, 'a count') },
  text: `select count(*)::integer as others,
    (count(*) filter (where texts = $texts
      and starts_at < coalesce($endsAt::timestamptz, 'infinity')
      and coalesce(ends_at, 'infinity') > coalesce($startsAt::timestamptz, now())))::integer as twins
  from announcements
  where ends_at is null or ends_at > now()`,
});

/** Begins now if `startsAt` is null. No row if it would have ended already. */
export const insertAnnouncement = statement({
  name: 'announcements.insert',
  values: {
    announcementId: uuid,
    startsAt: nullable(instant),
    endsAt: nullable(instant),
    level: oneOf(announcementLevels),
    shownOn: nullable(arrayOf(oneOf(announcementScreens))),
    texts: jsonb<AnnouncementTexts>(),
  },
  row: { starts_at: instant },
  text: `insert into announcements (announcement_id, starts_at, ends_at, level, shown_on, texts)
  select $announcementId, coalesce($startsAt::timestamptz, now()), $endsAt, $level, $shownOn, $texts
  where coalesce($endsAt::timestamptz, 'infinity') > now()
  returning starts_at`,
});

/** Ends one that is in force. No row for any other. */
export const endAnnouncement = statement({
  name: 'announcements.end',
  values: { announcementId: uuid },
  row: { announcement_id: uuid },
  text: `update announcements
  set ends_at = now()
  where announcement_id = $announcementId and starts_at <= now() and (ends_at is null or ends_at > now())
  returning announcement_id`,
});

export const deleteAnnouncement = statement({
  name: 'announcements.delete',
  values: { announcementId: uuid },
  row: { announcement_id: uuid },
  text: `delete from announcements where announcement_id = $announcementId returning announcement_id`,
});

export const deleteLongEnded = statement({
  name: 'announcements.deleteLongEnded',
  values: { daysToKeep: integer },
  text: `delete from announcements where ends_at < now() - make_interval(days => $daysToKeep)`,
});
