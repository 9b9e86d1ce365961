import type { Announcement } from '@tapfolio/contracts/announcements.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Db } from '../../lib/sql.ts';
import { presentAnnouncement } from './announcements.present.ts';
import { type AnnouncementRow, listShown } from './announcements.queries.ts';

/** Announcements are this much older than the database at most, and a database that does not answer is not asked more often. */
const freshMs = 5000;

/** The announcements of the portal, kept in this process: however many pages ask, the database is asked once in some seconds. */
export class AnnouncementBoard {
  readonly #reads: Db;
  readonly #deployed: readonly Locale[];
  readonly #now: () => number;
  #known: AnnouncementRow[] | undefined;
  #reading: Promise<AnnouncementRow[]> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    { readDb, deployed }: { readDb: Db; deployed: readonly Locale[] },
    now: () => number = () => performance.now(),
  ) {
    this.#reads = readDb;
    this.#deployed = deployed;
    this.#now = now;
  }

  /**
   * Those in force and those of the next hour, in a language. If the database does not answer: those that were read last; pages
   * know when each of them ends.
   * @throws what the database refused with, as long as nothing was ever read.
   */
  async shownIn(locale: Locale | undefined): Promise<Announcement[]> {
    const rows = await this.#current();
    const deployed = this.#deployed;
    const reader = { locale: locale ?? deployed[0] ?? 'en_CA', deployed };
    return rows.flatMap((row) => presentAnnouncement(row, reader) ?? []);
  }

  /** What is being read, or was read a moment ago, is not asked for again. */
  async #current(): Promise<AnnouncementRow[]> {
    if (this.#reading === undefined || this.#now() - this.#readAt >= freshMs) {
      this.#readAt = this.#now();
      this.#reading = this.#read();
    }
    return await this.#reading;
  }

  async #read(): Promise<AnnouncementRow[]> {
    try {
      this.#known = await listShown(this.#reads);
    } catch (error) {
      if (this.#known === undefined) throw error;
    }
    return this.#known;
  }
}
