import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { renderPart, signIn, t } from '../../../test/render.tsx';
import { noticesNow } from '../../lib/notices.ts';
import { storageKeys, writeStored } from '../../lib/storage.ts';
import { useIdleTime } from './use-idle-time.ts';

const maxSeconds = 300;
const almost = 290_000;

beforeEach(() => {
  signIn();
  // Only what the counter uses: React and the network keep the real time.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function Watched({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  useIdleTime(seconds, onOver);
  return <div data-list />;
}

async function watch(seconds: number) {
  const onOver = vi.fn<() => void>();
  const { container } = await renderPart(<Watched seconds={seconds} onOver={onOver} />);
  return { onOver, list: container.querySelector('[data-list]') };
}

test('the counter ends the session after the time without any action [SES-05]', async () => {
  const { onOver } = await watch(maxSeconds);

  vi.advanceTimersByTime(maxSeconds * 1000 - 1000);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);

  expect(onOver).toHaveBeenCalledOnce();
});

/** Each as a browser sends it: a scrolled list sends no event to its parents. */
const actions: readonly [string, EventTarget | undefined, () => Event][] = [
  ['mouse down', undefined, () => new MouseEvent('mousedown', { bubbles: true })],
  ['mouse move', undefined, () => new MouseEvent('mousemove', { bubbles: true, movementX: 1 })],
  ['key press', undefined, () => new KeyboardEvent('keydown', { bubbles: true })],
  ['scroll', undefined, () => new Event('scroll')],
  ['touch start', undefined, () => new TouchEvent('touchstart', { bubbles: true })],
  ['page load', window, () => new PageTransitionEvent('pageshow', { persisted: true })],
];

test.each(actions)('%s starts the counter again [SES-05]', async (_, target, event) => {
  const { onOver, list } = await watch(maxSeconds);
  vi.advanceTimersByTime(almost);

  (target ?? list)?.dispatchEvent(event());
  vi.advanceTimersByTime(almost);

  expect(onOver).not.toHaveBeenCalled();
});

test('a warning of 8 s says, 60 s before the end, how long the limit is, how long nothing was done and what is left [SES-06, NOTE-02]', async () => {
  await watch(maxSeconds);

  vi.advanceTimersByTime(maxSeconds * 1000 - 60_000);

  await expect.element(page.getByText(t('nav.idleWarning', { max: 5, idle: 4, left: 1 }))).toBeVisible();
  expect(noticesNow().shown.map(({ type, duration }) => [type, duration])).toEqual([['warning', 8000]]);
});

test('the warning is taken away if the passenger acts in another tab, and stays to be pressed if they act in this one', async () => {
  const { list } = await watch(maxSeconds);
  const warned = page.getByText(t('nav.idleWarning', { max: 5, idle: 4, left: 1 }));
  vi.advanceTimersByTime(maxSeconds * 1000 - 60_000);
  await expect.element(warned).toBeVisible();
  list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, movementX: 1 }));
  vi.advanceTimersByTime(5000);
  await expect.element(warned).toBeVisible();

  vi.advanceTimersByTime(maxSeconds * 1000 - 60_000);
  expect(noticesNow().shown).toHaveLength(1);
  writeStored(storageKeys.lastAction, Date.now());
  vi.advanceTimersByTime(1000);

  // At once: after eight seconds it would be gone by itself.
  expect(noticesNow().shown).toEqual([]);
  await expect.element(warned).not.toBeInTheDocument();
});

test('a page that changes under a mouse that does not move is no action of the passenger', async () => {
  const { onOver, list } = await watch(maxSeconds);
  vi.advanceTimersByTime(almost);

  list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, movementX: 0, movementY: 0 }));
  vi.advanceTimersByTime(10_000);

  expect(onOver).toHaveBeenCalledOnce();
});

test('a movement after another tab ended the session stores nothing', async () => {
  const { list } = await watch(maxSeconds);
  expect(localStorage.getItem('lastAction')).not.toBeNull();
  // What that tab does; this one has not received the event yet.
  localStorage.clear();

  vi.advanceTimersByTime(almost);
  list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, movementX: 1 }));

  expect(Object.keys(localStorage)).toEqual([]);
});

test('the server hears of an action by a request for the settings of this host [SES-19]', async () => {
  const { list } = await watch(maxSeconds);

  list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, movementX: 1 }));
  vi.advanceTimersByTime(60_000);

  await expect
    .poll(() => server.received('getSettings').map(({ query }) => query))
    .toEqual([{ domain: location.hostname }]);
});

test('a maximum of 0 counts nothing, warns about nothing and ends nothing [SES-05]', async () => {
  const { onOver, list } = await watch(0);

  list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, movementX: 1 }));
  vi.advanceTimersByTime(24 * 3_600_000);

  expect(vi.getTimerCount()).toBe(0);
  expect(onOver).not.toHaveBeenCalled();
  expect(server.received('getSettings')).toEqual([]);
  expect(document.body.textContent.trim()).toBe('');
});
