import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { changePasswordRoutes } from './change-password.routes.ts';

const { call } = await createTestApp([changePasswordRoutes]);

it('leads password managers to the account page, from a process that serves pages only', async () => {
  const response = await call({ url: '/.well-known/change-password' });

  expect([response.statusCode, response.headers.location]).toEqual([302, '/account/edit']);
});
