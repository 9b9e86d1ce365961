import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../../../test/render.tsx';
import { buildProduct, cad } from '../../../../test/travel-fixtures.ts';
import { TicketList } from './ticket-list.tsx';

test.each([1280, 360])(
  'tells of each ticket its card, its product, its amount and how long it is valid, at %i px [CARD-12]',
  async (width) => {
    await page.viewport(width, 740);
    const product = buildProduct({ name: 'Day pass', amount: cad(1125), validTo: '2026-11-21T09:30:00Z' });

    const { getByRole } = await renderPart(
      <TicketList tickets={[{ id: product.id, cardId: 3, cardName: 'Everyday', product }]} />,
    );

    const list = width === 360 ? getByRole('list') : getByRole('table');
    for (const said of ['Day pass', 'Everyday', '$11.25', '2026/11/21 04:30']) {
      await expect.element(list.getByText(said, { exact: false })).toBeVisible();
    }
  },
);
