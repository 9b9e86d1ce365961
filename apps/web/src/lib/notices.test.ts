import { expect, test } from 'vitest';
import { durations, forgetNotices, markNoticesRead, noticesNow, notify, notifyChange } from './notices.ts';

const title = () => 'a title';

test('replaces an older notice with the same uniqId', () => {
  notify({ title, type: 'danger', uniqId: 'same' });
  notify({ title, type: 'danger', uniqId: 'same' });
  notify({ title, type: 'danger' });

  expect(noticesNow().shown.filter((notice) => notice.uniqId === 'same')).toHaveLength(1);
  expect(noticesNow().shown).toHaveLength(2);
});

test.each([
  ['success', 5000],
  ['danger', 8000],
  ['warning', 5000],
  ['info', 5000],
] as const)('shows a %s for %i ms', (type, duration) => {
  notify({ title, type });

  expect(noticesNow().shown.at(-1)?.duration).toBe(duration);
});

test('has the durations of the idle notices', () => {
  expect(durations).toMatchObject({ short: 2000, idleWarning: 8000, idleExceeded: 10_000 });
});

test('counts unread notices, and resets the count when the list is opened', () => {
  notifyChange(title);
  expect(noticesNow().unread).toBeGreaterThan(0);

  markNoticesRead();

  expect(noticesNow().unread).toBe(0);
});

test('counts an unread notice and the one that replaces it as one', () => {
  notifyChange(title, { uniqId: 'fare' });
  const { unread } = noticesNow();

  notifyChange(title, { uniqId: 'fare' });

  expect(noticesNow().unread).toBe(unread);
});

test('removes the notices of a session and keeps those of the page', () => {
  notify({ title, uniqId: 'of the page', isOfPage: true });
  notifyChange(title, { uniqId: 'of the session' });

  forgetNotices();

  expect(noticesNow().shown.map(({ uniqId }) => uniqId)).toEqual(['of the page']);
  expect(noticesNow()).toMatchObject({ kept: [], unread: 0 });
});
