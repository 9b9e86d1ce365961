import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderPart, signIn } from '../../../test/render.tsx';
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
  vi.useFakeTimers({ toFake: ['Date'] });
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
