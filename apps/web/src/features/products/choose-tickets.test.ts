import type { ProductSummary } from '@tapfolio/contracts/products.ts';
import { expect, test } from 'vitest';
import { activeTickets } from './choose-tickets.ts';

const now = new Date('2026-11-20T12:00:00Z');
const product = (id: string, validTo: string, status: ProductSummary['status'] = 'active'): ProductSummary => ({
  id,
  name: id,
  description: null,
  validFrom: '2026-11-01T00:00:00Z',
  validTo,
  timeZone: 'America/Toronto',
  amount: { amountMinor: 1125, currency: 'CAD' },
  status,
});

test('lists what can be used now over all cards, the first to end on top', () => {
  const everyday = [product('month', '2026-12-01T00:00:00Z'), product('used', '2026-12-01T00:00:00Z', 'used')];
  const watch = [product('day', '2026-11-21T08:00:00Z'), product('over', '2026-11-20T11:59:59Z')];

  const tickets = activeTickets(
    [
      { cardId: 1, cardName: 'Everyday', page: { items: everyday, nextCursor: null } },
      { cardId: 2, cardName: 'Watch', page: { items: watch, nextCursor: null } },
    ],
    now,
  );

  expect(tickets.map(({ cardName, product: { id } }) => [cardName, id])).toEqual([
    ['Watch', 'day'],
    ['Everyday', 'month'],
  ]);
});
