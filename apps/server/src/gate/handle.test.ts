import { listCards, renameCard } from '@tapfolio/contracts/cards.ts';
import { type Call, defineCall } from '@tapfolio/contracts/define-call.ts';
import type { getPortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { listTrips } from '@tapfolio/contracts/trips.ts';
import { expect, expectTypeOf, it } from 'vitest';
import type { Passenger } from './caller.ts';
import { handle, type RequestOf } from './handle.ts';
import type { OwnMedium } from './own-media.ts';

it('gives a handler the passenger of the call, and none in an open call', () => {
  expectTypeOf<RequestOf<typeof listCards>['passenger']>().toEqualTypeOf<Passenger>();
  expectTypeOf<RequestOf<typeof listTrips>['passenger']>().toEqualTypeOf<Passenger>();
  expectTypeOf<RequestOf<typeof listTrips>['media']>().toEqualTypeOf<readonly OwnMedium[]>();
  expectTypeOf<RequestOf<typeof listCards>['media']>().toEqualTypeOf<null>();
  expectTypeOf<RequestOf<typeof getPortalConfig>['passenger']>().toEqualTypeOf<null>();
  expectTypeOf<RequestOf<typeof renameCard>['params']>().toEqualTypeOf<{ cardId: number }>();
});

it('accepts no answer but that of the contract', () => {
  const app = { route: () => undefined };
  // @ts-expect-error the answer has no items
  expectTypeOf(() => handle(Object(app), listCards, () => ({ dataUpTo: null }))).toBeFunction();
  // @ts-expect-error the call has no answer
  expectTypeOf(() => handle(Object(app), renameCard, async () => ({ name: 'Blue' }))).toBeFunction();
});

const place = { method: 'GET', path: '/public/api/v1/portal/nothing', tag: 'portal', summary: 'Nothing' } as const;

it('does not compile a call that omits who may call, or has an unknown property', () => {
  const open = { ...place, who: 'anyone', answers: {} } as const;

  expect(defineCall(open)).toBe(open);
  // @ts-expect-error `who` is missing
  defineCall({ ...place, answers: {} });
  // @ts-expect-error a passenger needs a permission
  defineCall({ ...place, who: 'passenger', answers: {} });
  // @ts-expect-error a call that writes says what its repetition does
  defineCall({ ...open, method: 'POST' });
  // @ts-expect-error `query` is misspelled
  defineCall({ ...open, quey: undefined });
});

it('declares no call whose path and parameters differ', () => {
  const card = { ...place, who: 'card', permission: ['card'], answers: {} } as const satisfies Call;

  expect(() => defineCall({ ...card, path: '/public/api/v1/portal/:cardId' })).toThrow('the path names cardId');
  expect(() => defineCall(card)).toThrow('names no card');
});
