import { randomUUID } from 'node:crypto';
import type { KeyedCall, Remembered } from '../src/plugins/idempotency-keys.ts';

/** For tests that call a service themselves: no repetition of their call gets its answer. */
export const unkeptKey: KeyedCall = {
  get actId() {
    return randomUUID();
  },
  remember: async <Answer extends object>(_tx: unknown, answer: Answer) => answer as Remembered<Answer>, // the mark is a type only
};
