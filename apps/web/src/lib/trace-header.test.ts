import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { setCurrentRoute } from './current-route.ts';
import { traceHeader } from './trace-header.ts';

test('contains only the route, with a hash of it [SES-03]', async () => {
  setCurrentRoute('change-password');

  const [info = '', hash] = (await traceHeader()).split('.');

  expect(JSON.parse(atob(info))).toEqual({ route: 'change-password' });
  expect(hash).toBe(createHash('sha256').update(info).digest('hex'));
});
