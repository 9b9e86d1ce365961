import type { CallName } from '@tapfolio/contracts/contract.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { call, setUnauthorisedHandler } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { errorText } from './errors.ts';
import { currentT, setLanguage } from './i18n.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

const dealtWith = vi.fn(async (_error: ApiError, _isAct: boolean) => undefined);
const proof = { srid: '7K2M4Q9T1XB5ZC', amountMinor: 375 };

beforeEach(() => {
  dealtWith.mockClear();
  setUnauthorisedHandler(dealtWith);
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'unauthenticated', traceId: 'none' } }, { status: 401 }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const calls: readonly [CallName, boolean, () => Promise<unknown>][] = [
  ['findReceipts', false, () => call('findReceipts', { body: proof })],
  ['downloadPublicReceipt', false, () => call('downloadPublicReceipt', { body: { ...proof, language: 'en_CA' } })],
  ['listCards', true, () => call('listCards')],
  ['getSettings', true, () => call('getSettings')],
];

test.each(calls)('a refused %s is a lost session: %s [SES-11, SES-09]', async (_, isLost, ask) => {
  await expect(ask()).rejects.toBeInstanceOf(ApiError);

  expect(dealtWith).toHaveBeenCalledTimes(isLost ? 1 : 0);
});

test('a lost session is told whether the refused call would have changed something', async () => {
  await expect(call('editProfile', { body: { first_name: 'Ada', last_name: '' } })).rejects.toBeInstanceOf(ApiError);
  await expect(call('listCards')).rejects.toBeInstanceOf(ApiError);

  expect(dealtWith.mock.calls.map(([, isAct]) => isAct)).toEqual([true, false]);
});

test('a server that is not reached differs from one that refuses', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });

  await expect(call('listCards')).rejects.toMatchObject({ status: 0, code: 'unavailable' });
});

test('a call that its caller gave up fails with that reason, and is no fault of the network', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
  });

  const given = AbortSignal.abort(new Error('another page'));
  await expect(call('listCards', {}, { signal: given })).rejects.toThrow('another page');
});

test('a rare code comes with its text, and an unknown code has a general text', async () => {
  await setLanguage('en_CA');
  const refuseWith = (code: string) =>
    vi.stubGlobal('fetch', async () => Response.json({ error: { code, traceId: 'none' } }, { status: 409 }));
  const told = async () => errorText(await call('listCards').catch((error: unknown) => error))(currentT());

  refuseWith('PS0007');
  expect(await told()).toBe('This trip has already been refunded.');
  await setLanguage('fr_CA');
  expect(await told()).toBe('Ce trajet a déjà été remboursé.');
  vi.stubGlobal('fetch', async () => {
    const details = { fields: { name: 'too_big' }, codes: { name: 'TM0111' } };
    return Response.json({ error: { code: '0102', details, traceId: 'none' } }, { status: 400 });
  });
  await setLanguage('en_CA');
  expect(await told()).toBe('Please check the card name: this value is not valid.');
  refuseWith('PS0099');
  expect(await told()).toBe(currentT()('errors.TM0001'));
});

test('each answer tells the time of the server', async () => {
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }, { headers: { date } }));

  await call('listCards');

  expect(Math.abs(serverNow() - Date.parse(date))).toBeLessThan(60_000);
});
