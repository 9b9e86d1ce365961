import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { linesOf } from '../../test/measure-words.ts';
import { renderPart } from '../../test/render.tsx';
import { Facts } from './facts.tsx';
import { Panel } from './panel.tsx';

const id = 'd1588170-5784-81a6-a650-a299cd1bbad8';

const facts = [
  { label: 'Transport', value: 'Metro' },
  { label: 'A name that is so long that it needs more than one line beside the others', value: 'Finished' },
  { label: 'Last update', value: '2026/11/29 21:00' },
  { label: 'Trip ID', value: id, isLong: true },
];

test('values side by side stand on one line, also where a name above them needs two', async () => {
  await page.viewport(1280, 800);
  const { getByText } = await renderPart(<Facts facts={facts} />);

  const tops = ['Metro', 'Finished'].map((value) => getByText(value).element().getBoundingClientRect().top);

  expect(tops[0]).toBe(tops[1]);
  const name = getByText('Transport').element().getBoundingClientRect();
  expect(tops[0]).toBeCloseTo(name.bottom, 0);
});

test('on a phone a name and its value share a line from edge to edge, also where the name needs two, and a long value stands below its name', async () => {
  await page.viewport(360, 740);
  const { getByText } = await renderPart(
    <Panel title="Trip">
      <Facts facts={facts} />
    </Panel>,
  );
  const boxOf = (text: string) => getByText(text).element().getBoundingClientRect();

  const [name, value, long] = [boxOf('Last update'), boxOf('2026/11/29 21:00'), boxOf(id)];

  expect(value.top).toBeLessThan(name.bottom);
  for (const other of ['Metro', 'Finished']) expect(boxOf(other).right).toBe(value.right);
  expect(long.top).toBeGreaterThanOrEqual(boxOf('Trip ID').bottom - 1);
  expect(long.left).toBe(name.left);
});

test('a long value has the room of two on a wide page, and is no wider than a phone', async () => {
  await page.viewport(1280, 800);
  const { getByText } = await renderPart(<Facts facts={facts} />);
  const text = document.createRange();
  text.selectNodeContents(getByText(id).element());
  expect(linesOf(text)).toBe(1);

  await page.viewport(320, 740);

  expect(linesOf(text)).toBe(2);
  expect(document.documentElement.scrollWidth).toBe(320);
});
