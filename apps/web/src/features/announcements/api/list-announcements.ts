import { call, type Output } from '../../../lib/api-client.ts';
import { currentLocale } from '../../../lib/i18n.ts';

/** What the operator tells all passengers for some time. */
export type Announcement = Output<'listAnnouncements'>['items'][number];

/** Asks for the announcements of now and of the next hour, in the language of the page. */
export const listAnnouncements = async (): Promise<readonly Announcement[]> =>
  (await call('listAnnouncements', { query: { language: currentLocale() } })).items;
