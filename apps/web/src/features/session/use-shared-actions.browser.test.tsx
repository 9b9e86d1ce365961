import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refuse, server } from '../../../test/fake-server.ts';
import { renderPart, signIn } from '../../../test/render.tsx';
import { call, setUnauthorisedHandler } from '../../lib/api-client.ts';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';
import { useSharedActions } from './use-shared-actions.ts';

const maxSeconds = 300;
const isNumber = (value: unknown): value is number => typeof value === 'number';
const lastAction = () => readStored(storageKeys.lastAction, isNumber);

function PublicScreen() {
  useSharedActions(maxSeconds);
  return <p>a public screen</p>;
}

beforeEach(() => {
  // Only what the counter uses: React and the network keep the real time.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  signIn();
  writeStored(storageKeys.lastAction, Date.now());
});

test('a key that is pressed on a public screen is an action of the passenger', async () => {
  await renderPart(<PublicScreen />);
  vi.setSystemTime(Date.now() + maxSeconds * 1000 - 1000);

  dispatchEvent(new KeyboardEvent('keydown'));

  expect(lastAction()).toBe(Date.now());
});

test('an action after the idle time is over does not begin it again', async () => {
  const before = lastAction();
  await renderPart(<PublicScreen />);
  vi.setSystemTime(Date.now() + maxSeconds * 1000);

  dispatchEvent(new KeyboardEvent('keydown'));

  expect(lastAction()).toBe(before);
});

test('the server hears of what is done on a public screen once a minute and once more after the last action, without another screen', async () => {
  await renderPart(<PublicScreen />);
  const heard = () => server.received('getSettings').map(({ query }) => query);
  const ofThisHost = { domain: location.hostname };

  for (let second = 0; second < 120; second += 10) {
    dispatchEvent(new MouseEvent('mousemove', { movementX: 1 }));
    vi.advanceTimersByTime(10_000);
  }
  await expect.poll(heard).toEqual([ofThisHost, ofThisHost]);
  vi.advanceTimersByTime(maxSeconds * 1000);

  await expect.poll(heard).toEqual([ofThisHost, ofThisHost, ofThisHost]);
});

test('a public screen stays as it is when the server says that the session has ended', async () => {
  const onLost = vi.fn<() => Promise<void>>(() => Promise.resolve());
  setUnauthorisedHandler(onLost);
  server.answer('getSettings', refuse('unauthenticated'));
  await renderPart(<PublicScreen />);

  dispatchEvent(new MouseEvent('mousemove', { movementX: 1 }));
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => server.received('getSettings').length).toBe(1);

  // The answer has been read when the next call is answered.
  await call('listCards');
  expect(onLost).not.toHaveBeenCalled();
});
