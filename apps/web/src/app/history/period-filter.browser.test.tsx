import { expect, test } from 'vitest';
import { renderPart, t } from '../../../test/render.tsx';
import { PeriodFilter } from './period-filter.tsx';

test('the open form shows the period in force after the browser went back to another one', async () => {
  const of = (range: { from?: string }) => <PeriodFilter history={{ range, setRange: () => {} }} />;
  const screen = await renderPart(of({ from: '2026-11-01T04:00:00Z' }));
  await screen.getByRole('button', { expanded: false }).click();
  const from = screen.getByLabelText(t('common.filterFrom'), { exact: true });
  await expect.element(from).toHaveValue('2026/11/01');

  await screen.rerender(of({}));

  await expect.element(from).toHaveValue('');
});
