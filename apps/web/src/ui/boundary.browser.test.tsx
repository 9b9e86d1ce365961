import { beforeEach, expect, test, vi } from 'vitest';
import { nextReload } from '../../test/next-reload.ts';
import { renderPart, t } from '../../test/render.tsx';
import { Boundary } from './boundary.tsx';

beforeEach(() => {
  // Errors are reported there.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Fragile({ fails }: { fails: () => Error | undefined }) {
  const error = fails();
  if (error) throw error;
  return <p>What it shows</p>;
}

test('keeps an error inside its part, calls it our own fault, and loads the page again on request', async () => {
  const reloaded = nextReload();
  const screen = await renderPart(
    <>
      <p>The rest</p>
      <Boundary>
        <Fragile fails={() => new RangeError('Invalid time value')} />
      </Boundary>
    </>,
  );

  await expect.element(screen.getByText('The rest')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText(t('common.brokenPart'))).toBeVisible();
  await screen.getByRole('button', { name: t('common.retry') }).click();

  await reloaded;
});

test('reports a network failure only for what did not arrive', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/picker.js');
  const screen = await renderPart(
    <Boundary>
      <Fragile fails={() => missing} />
    </Boundary>,
  );

  await expect.element(screen.getByRole('alert').getByText(t('common.network'))).toBeVisible();
});

test('puts something else in the place of the part where that is said', async () => {
  const screen = await renderPart(
    <Boundary instead={<p>The simple bar</p>}>
      <Fragile fails={() => new RangeError('Invalid time value')} />
    </Boundary>,
  );

  await expect.element(screen.getByText('The simple bar')).toBeVisible();
  expect(screen.getByRole('button', { name: t('common.retry') }).elements()).toHaveLength(0);
});
