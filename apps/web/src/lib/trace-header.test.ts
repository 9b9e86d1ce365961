import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { setTraceRoute, traceHeader } from './trace-header.ts';

test('names the route and nothing else, with a hash over it [SES-03]', async () => {
  setTraceRoute('change-password');

  const [info = '', hash] = (await traceHeader()).split('.');

  expect(JSON.parse(atob(info))).toEqual({ route: 'change-password' });
  expect(hash).toBe(createHash('sha256').update(info).digest('hex'));
});
