import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderPart } from '../../../../test/render.tsx';
import { buildProduct, cad } from '../../../../test/travel-fixtures.ts';
import { TicketList } from './ticket-list.tsx';

const dayPass = buildProduct({ name: 'Day pass', amount: cad(1125), validTo: '2026-11-21T09:30:00Z' });
const tenRides = buildProduct({ name: 'Ten rides', amount: cad(3250), validTo: '2027-02-06T20:15:00Z' });
const tickets = [
  { id: dayPass.id, cardId: 3, cardName: 'Everyday', product: dayPass },
  { id: tenRides.id, cardId: 4, cardName: 'Phone', product: tenRides },
];

test.each([1280, 360])(
  'shows the card, the product, the amount and the validity of each ticket, at %i px [CARD-12]',
  async (width) => {
    await page.viewport(width, 740);

    const { getByRole } = await renderPart(<TicketList tickets={tickets} />);

    const rows = width === 360 ? getByRole('listitem') : getByRole('row');
    for (const said of [
      ['Day pass', 'Everyday', '$11.25', '2026/11/21 04:30'],
      ['Ten rides', 'Phone', '$32.50', '2027/02/06 15:15'],
    ] as const) {
      const row = rows.filter({ hasText: said[0] });
      for (const words of said) await expect.element(row.getByText(words, { exact: false })).toBeVisible();
    }
  },
);

test('a long name of a card in one word breaks inside a narrow window', async () => {
  await page.viewport(320, 640);
  const cardName = 'W'.repeat(40);

  const { getByText } = await renderPart(
    <TicketList tickets={[{ id: dayPass.id, cardId: 3, cardName, product: dayPass }]} />,
  );

  const name = getByText(cardName);
  await expect.element(name).toBeVisible();
  const { right } = name.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(320);
  expect(name.element().scrollWidth).toBeLessThanOrEqual(320);
});

test('on a phone the day and the time until which a ticket is valid stay together, whatever the card is called', async () => {
  await page.viewport(320, 640);
  const cardName = 'Carte de tous les jours';

  const { getByText } = await renderPart(
    <TicketList tickets={[{ id: dayPass.id, cardId: 3, cardName, product: dayPass }]} />,
  );

  const note = getByText('2026/11/21 04:30', { exact: false });
  await expect.element(note).toBeVisible();
  const words = note.element().firstChild;
  const written = words?.textContent ?? '';
  const range = document.createRange();
  if (words) range.setStart(words, written.indexOf('2026'));
  if (words) range.setEnd(words, written.length);
  expect(range.getClientRects()).toHaveLength(1);
});

test('on a touch screen the name and the price of a ticket stand on one line', async () => {
  await page.viewport(360, 740);
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  onTestFinished(async () => {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  });
  expect(matchMedia('(pointer: coarse)').matches).toBe(true);

  const { getByText } = await renderPart(<TicketList tickets={tickets.slice(0, 1)} />);

  await expect.element(getByText('Day pass')).toBeVisible();
  const bottomOf = (words: string): number => {
    const range = document.createRange();
    range.selectNodeContents(getByText(words).element());
    return range.getBoundingClientRect().bottom;
  };
  expect(bottomOf('Day pass')).toBeCloseTo(bottomOf('$11.25'), 0);
});
