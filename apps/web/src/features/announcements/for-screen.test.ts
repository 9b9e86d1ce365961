import { announcementScreens } from '@tapfolio/domain/announcements.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { expect, test } from 'vitest';
import { isForScreen } from './for-screen.ts';

test('an announcement for all screens is for one that nobody knows, too', () => {
  expect(isForScreen({ shownOn: null }, '/no-such-screen')).toBe(true);
});

test.each([
  ['sign-in', 'login'],
  ['cards', 'passenger-area'],
  ['trips', 'card-trips-history'],
  ['payments', 'card-payments-history'],
  ['receipt', 'receipt-page'],
] as const)('one about %s is for the screen %s, and for none of the others', (subject, screen) => {
  const about = announcementScreens.filter((one) => isForScreen({ shownOn: [one] }, pathOf(screen)));

  expect(about).toEqual([subject]);
});

test('a subject that only a newer server names has no screen', () => {
  // A newer server says what our list does not have.
  const newer = ['ferries' as 'cards'];

  expect(isForScreen({ shownOn: newer }, pathOf('passenger-area'))).toBe(false);
  expect(isForScreen({ shownOn: [...newer, 'cards'] }, pathOf('passenger-area'))).toBe(true);
});
