import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ProductSummary } from '@tapfolio/contracts/products.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { freshStorage } from '../../../../test/browser-globals.ts';
import { loadTexts, setLanguage } from '../../../lib/i18n.ts';
import { TicketTable } from './ticket-table.tsx';

beforeAll(async () => {
  freshStorage();
  await setLanguage('en_CA');
  await loadTexts();
});

const product: ProductSummary = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Day pass',
  description: null,
  validFrom: '2026-11-20T09:30:00Z',
  validTo: '2026-11-21T09:30:00Z',
  timeZone: 'America/Toronto',
  amount: { amountMinor: 1125, currency: 'CAD' },
  status: 'active',
};

test('tells of each ticket its card, its product, its amount and how long it is valid [CARD-12]', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <TicketTable tickets={[{ cardId: 3, cardName: 'Everyday', product }]} />
    </RouterContextProvider>,
  );

  const words = html.replace(/<[^>]+>/g, '|');
  for (const said of ['Day pass', 'Everyday', '$11.25', '2026/11/21 04:30']) expect(words).toContain(said);
});
