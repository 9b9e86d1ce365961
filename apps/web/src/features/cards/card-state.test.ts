import type { Card } from '@tapfolio/contracts/cards.ts';
import { expect, test } from 'vitest';
import { cardStateOf } from './card-state.ts';

const debt: Card['debt'] = {
  due: [{ amountMinor: 370, currency: 'CAD' }],
  state: 'owed',
  count: 1,
  paymentId: '00000000-0000-4000-8000-000000000001',
  serviceDay: '2026-11-13',
  since: '2026-11-12T12:00:00Z',
  timeZone: 'America/Toronto',
};

test.each([
  [{ debt: null, status: 'active', accessStatus: 'granted' }, 'ready'],
  [{ debt, status: 'active', accessStatus: 'denied' }, 'blocked'],
  [{ debt, status: 'lost', accessStatus: 'denied' }, 'blocked'],
  [{ debt: { ...debt, state: 'unknown' }, status: 'active', accessStatus: 'denied' }, 'collecting'],
  [{ debt: { ...debt, state: 'unblocking' }, status: 'active', accessStatus: 'denied' }, 'settling'],
  [{ debt: { ...debt, state: 'unblocking' }, status: 'lost', accessStatus: 'denied' }, 'lost'],
  [{ debt: { ...debt, state: 'unblocking' }, status: 'card_dead', accessStatus: 'denied' }, 'card_dead'],
  [{ debt: null, status: 'replaced', accessStatus: 'granted' }, 'replaced'],
  [{ debt: null, status: 'card_dead', accessStatus: 'granted' }, 'card_dead'],
  [{ debt: null, status: 'active', accessStatus: 'denied' }, 'denied'],
] as const)('%o is %s', (card, state) => {
  expect(cardStateOf(card)).toBe(state);
});
