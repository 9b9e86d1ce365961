import { onTestFinished, vi } from 'vitest';

/**
 * Holds the timers of a notice until the end of the test; the browser itself keeps the real time. `expect.element` and `expect.poll`
 * move held timers on while they wait: what must not come later is read at once, after `pass`.
 */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits by frames of the browser, without any time of held timers. */
export async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(requestAnimationFrame);
}

/** This time of held timers passes, and the page shows what follows. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}
