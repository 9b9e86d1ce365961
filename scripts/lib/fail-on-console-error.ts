import { afterEach, beforeEach } from 'vitest';

const original = console.error;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  console.error = (...args: unknown[]) => {
    printed.push(args.map(String).join(' '));
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  if (printed.length > 0) throw new Error(`The test printed an error it did not expect:\n${printed.join('\n')}`);
});
