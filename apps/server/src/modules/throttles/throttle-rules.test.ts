import { expect, it } from 'vitest';
import { type ThrottleRule, throttleRules } from './throttle-rules.ts';

const daySeconds = 86_400;

it('no limit lasts longer than a day, which the text of `too_many_requests` names as the longest wait', () => {
  const rules: readonly ThrottleRule[] = Object.values(throttleRules);

  expect(Math.max(...rules.map(({ windowSeconds }) => windowSeconds))).toBe(daySeconds);
});
