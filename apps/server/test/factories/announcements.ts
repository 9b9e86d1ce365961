import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, type Overrides } from './insert-row.ts';

interface AnnouncementRow {
  announcement_id: string;
  starts_at: string | Date;
  level: string;
  texts: object;
}

/** An announcement on all screens that began a minute ago and is not ended, in the two languages of the test configuration. */
export async function buildAnnouncement(
  pool: Pick<Pool, 'query'>,
  overrides: Overrides<AnnouncementRow> = {},
): Promise<AnnouncementRow> {
  return await insertRow(pool, 'announcements', {
    announcement_id: randomUUID(),
    starts_at: new Date(Date.now() - 60_000),
    level: 'information',
    texts: {
      en_CA: { title: 'Charges arrive late', body: 'You pay nothing twice.' },
      fr_CA: { title: 'Débits en retard', body: 'Vous ne payez rien deux fois.' },
    },
    ...overrides,
  });
}
