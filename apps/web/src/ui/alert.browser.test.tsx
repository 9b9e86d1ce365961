import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../test/render.tsx';
import { Alert } from './alert.tsx';

test.each([
  { where: 'on a phone the words below a title begin below the drawing', width: 360, beginsBelow: 'drawing' },
  { where: 'on a wide page they begin below the title', width: 1280, beginsBelow: 'title' },
])('$where', async ({ width, beginsBelow }) => {
  await page.viewport(width, 740);
  const { getByText } = await renderPart(
    <div style={{ containerType: 'inline-size' }}>
      <Alert type="danger" title="Unpaid fare">
        <p>Readers refuse this card.</p>
      </Alert>
    </div>,
  );
  const title = getByText('Unpaid fare').element().getBoundingClientRect();
  const drawing = document.querySelector('main svg')?.getBoundingClientRect();

  const words = getByText('Readers refuse this card.').element().getBoundingClientRect();

  expect(words.left).toBe(beginsBelow === 'title' ? title.left : drawing?.left);
  expect(words.top).toBeGreaterThanOrEqual(title.bottom);
});
