import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { linesOf } from '../../test/measure-words.ts';
import { renderPart } from '../../test/render.tsx';
import { StarIcon } from './area-icons.tsx';
import { Button } from './button.tsx';

test('words that need two lines begin beside their picture', async () => {
  await page.viewport(320, 640);
  const { getByRole } = await renderPart(
    <div style={{ inlineSize: '16rem' }}>
      <Button variant="secondary">
        <StarIcon />
        Das gespeicherte Ticket umbenennen
      </Button>
    </div>,
  );

  const button = getByRole('button').element();
  const words = document.createRange();
  words.selectNodeContents(button.lastChild ?? button);
  const lines = [...words.getClientRects()];
  const picture = button.querySelector('svg')?.getBoundingClientRect();
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.left - (picture?.right ?? 0)).toBeCloseTo(8, 0);
});

test('words stay on one line where nothing may break, such as in a cell of a table', async () => {
  const { getByRole } = await renderPart(
    <div style={{ inlineSize: '8rem', whiteSpace: 'nowrap' }}>
      <Button style={{ maxInlineSize: 'none' }}>Add to favourites</Button>
    </div>,
  );

  const words = document.createRange();
  words.selectNodeContents(getByRole('button').element());
  expect(linesOf(words)).toBe(1);
});

test('a button that is only a picture keeps its size beside a long title', async () => {
  const { getByRole } = await renderPart(
    <div style={{ display: 'flex', alignItems: 'start', inlineSize: '16rem' }}>
      <h2>Add the bicycle month of all zones to favourites</h2>
      <Button variant="icon" aria-label="Close">
        <StarIcon />
      </Button>
    </div>,
  );

  const { width, height } = getByRole('button').element().getBoundingClientRect();
  expect([width, height]).toEqual([44, 44]);
});
