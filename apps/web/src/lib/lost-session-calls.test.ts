import type { OperationName } from '@tapfolio/contracts/operations.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { call, setUnauthorisedHandler } from './api-client.ts';

const lost = vi.fn(async () => {});

beforeEach(() => {
  freshStorage();
  lost.mockClear();
  setUnauthorisedHandler(lost);
  const body = { error: { code: 'unauthenticated', traceId: 'none' } };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 401 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Whether a 401 to this call is taken for a lost session. */
async function isTakenForLost(operation: OperationName): Promise<boolean> {
  // What is sent is not looked at: every operation is refused in the same way.
  await expect((call as (name: OperationName, input: object) => Promise<unknown>)(operation, {})).rejects.toMatchObject(
    {
      status: 401,
    },
  );
  return lost.mock.calls.length > 0;
}

test.each<OperationName>(['findReceipts', 'downloadPublicReceipt', 'signIn', 'signOut', 'userIsLogged'])(
  'a 401 to %s asks nothing about the session and ends none [SES-11]',
  async (operation) => {
    expect(await isTakenForLost(operation)).toBe(false);
  },
);

test.each<OperationName>(['listCards', 'getSettings', 'downloadReceipt'])(
  'a 401 to %s is dealt with where every lost session is [SES-09]',
  async (operation) => {
    expect(await isTakenForLost(operation)).toBe(true);
  },
);
