import { randomUUID } from 'node:crypto';
import { type AnnouncementLevel, type AnnouncementScreens, maxAnnouncements } from '@tapfolio/domain/announcements.ts';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/audit.queries.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import * as queries from './announcements.queries.ts';

export interface NewAnnouncement {
  /** ISO 8601; null for now. */
  readonly startsAt: string | null;
  /** ISO 8601; null until it is ended. */
  readonly endsAt: string | null;
  readonly level: AnnouncementLevel;
  /** Null for all screens. */
  readonly shownOn: readonly AnnouncementScreens[] | null;
  /** At least in the portal's first language. */
  readonly texts: queries.AnnouncementTexts;
}

/** Why an announcement is not added. */
export type Unwanted = 'twin' | 'too_many' | 'over';

/**
 * Adds an announcement, which is shown from then on or from its time on. One that has the text of another one of the same time is not
 * added: the command was probably repeated.
 */
export async function addAnnouncement(
  pool: Pool,
  { startsAt, endsAt, level, shownOn, texts }: NewAnnouncement,
  traceId: string,
): Promise<{ announcementId: string; from: string } | Unwanted> {
  return await transaction(pool, async (tx) => {
    await queries.lockAdding(tx);
    const [count] = await queries.countOthers(tx, { startsAt, endsAt, texts });
    if (count !== undefined && count.twins > 0) return 'twin';
    if (count !== undefined && count.others >= maxAnnouncements) return 'too_many';
    const announcementId = randomUUID();
    const [added] = await queries.insertAnnouncement(tx, { announcementId, startsAt, endsAt, level, shownOn, texts });
    if (added === undefined) return 'over';
    const detail = { announcementId, level };
    await recordAudit(tx, { kind: 'announcement_added', passengerId: null, traceId, detail });
    return { announcementId, from: isoInstant(added.starts_at) };
  });
}

/** Ends an announcement at once; false if it is not in force. */
export async function endAnnouncement(pool: Pool, announcementId: string, traceId: string): Promise<boolean> {
  return await transaction(pool, async (tx) => {
    const [ended] = await queries.endAnnouncement(tx, { announcementId });
    if (ended === undefined) return false;
    await recordAudit(tx, { kind: 'announcement_ended', passengerId: null, traceId, detail: { announcementId } });
    return true;
  });
}

/** Deletes an announcement, also one that has not begun; false if there is no such one. */
export async function removeAnnouncement(pool: Pool, announcementId: string, traceId: string): Promise<boolean> {
  return await transaction(pool, async (tx) => {
    const [removed] = await queries.deleteAnnouncement(tx, { announcementId });
    if (removed === undefined) return false;
    await recordAudit(tx, { kind: 'announcement_removed', passengerId: null, traceId, detail: { announcementId } });
    return true;
  });
}

/** An announcement as an administrator sees it. Instants are ISO 8601 in UTC. */
export interface ListedAnnouncement {
  readonly announcementId: string;
  readonly state: string;
  readonly level: AnnouncementLevel;
  readonly from: string;
  readonly until: string | null;
  readonly shownOn: readonly AnnouncementScreens[] | 'everywhere';
  readonly texts: queries.AnnouncementTexts;
}

/** All announcements, also those that have ended and are not deleted yet; the newest first. */
export async function listAnnouncements(db: Db): Promise<ListedAnnouncement[]> {
  const rows = await queries.listAll(db);
  return rows.map(({ announcement_id: announcementId, state, level, starts_at, ends_at, shown_on, texts }) => ({
    announcementId,
    state,
    level,
    from: isoInstant(starts_at),
    until: isoInstantOrNull(ends_at),
    shownOn: shown_on ?? 'everywhere',
    texts,
  }));
}

/** For so long the administrator sees what was said. */
const daysToKeep = 30;

/** Deletes announcements that ended this long ago. */
export async function deleteOldAnnouncements(db: Db): Promise<void> {
  await queries.deleteLongEnded(db, { daysToKeep });
}
