import { expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

function brokenAfter(failures: number) {
  const time = { now: 0 };
  const breaker = new CircuitBreaker(() => time.now);
  for (let index = 0; index < failures; index += 1) breaker.failed();
  return { time, breaker };
}

it('lets all calls through after four failures in a row, and none after five', () => {
  expect(brokenAfter(4).breaker.mayAsk()).toBe(true);
  expect(brokenAfter(5).breaker.mayAsk()).toBe(false);
});

it('counts only failures in a row', () => {
  const { breaker } = brokenAfter(4);

  breaker.succeeded();
  breaker.failed();

  expect(breaker.mayAsk()).toBe(true);
});

it('lets one call through after half a minute, and the others when it was answered', () => {
  const { time, breaker } = brokenAfter(5);

  time.now = 30_000;

  expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, true]);
});

it('waits again when that call was not answered', () => {
  const { time, breaker } = brokenAfter(5);

  time.now = 30_000;
  breaker.mayAsk();
  breaker.failed();
  time.now = 59_999;

  expect(breaker.mayAsk()).toBe(false);
});

it('lets another call through when the first one did not need to ask', () => {
  const { time, breaker } = brokenAfter(5);

  time.now = 30_000;
  const first = [breaker.mayAsk(), breaker.mayAsk()];
  breaker.didNotAsk();

  expect([first, breaker.mayAsk(), breaker.mayAsk()]).toEqual([[true, false], true, false]);
});
