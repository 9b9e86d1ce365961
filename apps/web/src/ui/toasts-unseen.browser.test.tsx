import { expect, test, vi } from 'vitest';
import { holdClock, pass } from '../../test/held-clock.ts';
import { setHidden } from '../../test/page-sight.ts';
import { renderPart, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { durations } from '../lib/notices.ts';

async function openNotices() {
  const screen = await renderPart(<p>a page</p>);
  holdClock();
  return screen.getByRole('region', { name: t('nav.notices') });
}

test('the time of a notice does not pass while the page is hidden, and starts again afterwards', async () => {
  const notices = await openNotices();
  say('said');
  await expect.element(notices.getByText('said')).toBeVisible();
  await vi.advanceTimersByTimeAsync(durations.usual - 100);

  setHidden(true);
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(durations.usual * 3);
  await expect.element(notices.getByText('said')).toBeVisible();
  setHidden(false);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(durations.usual - 100);
  await expect.element(notices.getByText('said')).toBeVisible();
  await pass(200);

  expect(notices.getByText('said').elements()).toHaveLength(0);
});

test('a notice that comes while the page is hidden is announced, and its time begins, when the page is seen', async () => {
  const notices = await openNotices();
  setHidden(true);
  say('paid');
  say('failed', { type: 'danger' });
  await new Promise(requestAnimationFrame);
  // A screen reader reads only what is added to a live region of a page that can be seen.
  expect(notices.element().textContent).toBe('');

  setHidden(false);

  await expect.element(notices.getByRole('status').getByText('paid')).toBeVisible();
  await expect.element(notices.getByRole('alert').getByText('failed')).toBeVisible();
  await vi.advanceTimersByTimeAsync(durations.usual - 100);
  await expect.element(notices.getByText('paid')).toBeVisible();
  await pass(200);
  expect(notices.getByText('paid').elements()).toHaveLength(0);
});

/** What a browser reports although nobody does anything. */
const ofPage: readonly Event[] = [
  new Event('scroll'),
  new MouseEvent('mousemove', { bubbles: true, movementX: 0, movementY: 0 }),
];

test.each<[string, () => Event]>([
  ['a press of the mouse', () => new MouseEvent('mousedown', { bubbles: true })],
  ['a movement of the mouse', () => new MouseEvent('mousemove', { bubbles: true, movementX: 1 })],
  ['a key', () => new KeyboardEvent('keydown', { bubbles: true })],
  ['a touch', () => new TouchEvent('touchstart', { bubbles: true })],
  ['the wheel', () => new WheelEvent('wheel', { bubbles: true })],
])('a notice for somebody who may be away has its time from their first action: %s', async (_, action) => {
  const notices = await openNotices();
  say('signed out', { duration: durations.idleExceeded, waitsForAction: true });
  await expect.element(notices.getByText('signed out')).toBeVisible();
  for (const event of ofPage) document.body.dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  await expect.element(notices.getByText('signed out')).toBeVisible();

  document.body.dispatchEvent(action());
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(durations.idleExceeded - 100);
  // Later actions do not start it again.
  document.body.dispatchEvent(action());
  await expect.element(notices.getByText('signed out')).toBeVisible();
  await pass(200);

  expect(notices.getByText('signed out').elements()).toHaveLength(0);
});
