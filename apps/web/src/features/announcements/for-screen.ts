import type { AnnouncementScreens } from '@tapfolio/domain/announcements.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { Announcement } from './api/list-announcements.ts';

/** The screens about each subject. Home shows the cards. */
const screens: Readonly<Record<AnnouncementScreens, readonly RouteName[]>> = {
  'sign-in': ['login', 'register', 'confirm-registration', 'reset-password', 'change-password'],
  cards: ['passenger-area', 'card', 'card-add'],
  trips: ['card-trips-history', 'card-trips-history-table'],
  payments: [
    'card-payments-history',
    'card-payments-history-table',
    'card-products-history',
    'card-products-history-table',
  ],
  receipt: ['receipt-page', 'receipt'],
};

/** Is an announcement meant for the screen with this path of the route tree? A subject that a newer server names has no screen here. */
export function isForScreen({ shownOn }: Pick<Announcement, 'shownOn'>, path: string): boolean {
  return shownOn === null || shownOn.some((subject) => screens[subject]?.some((name) => pathOf(name) === path));
}
