import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPart, t } from '../../../test/render.tsx';
import { PeriodFilter } from './period-filter.tsx';

const days = { timeZone: 'America/Toronto', dayCut: '04:30' };

test('the open form shows the current period after the browser went back to another one', async () => {
  const of = (range: { from?: string }) => <PeriodFilter history={{ range, setRange: () => {} }} days={days} />;
  const screen = await renderPart(of({ from: '2026-11-01T09:30:00Z' }));
  await screen.getByRole('button', { expanded: false }).click();
  const from = screen.getByLabelText(t('common.filterFrom'), { exact: true });
  await expect.element(from).toHaveValue('2026/11/01');

  await screen.rerender(of({}));

  await expect.element(from).toHaveValue('');
});

test('“Today” is the day of the press, also on a page that has been open since yesterday', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const setRange = vi.fn();
  const screen = await renderPart(<PeriodFilter history={{ range: {}, setRange }} days={days} />);
  await screen.getByRole('button', { expanded: false }).click();
  const today = screen.getByRole('button', { name: t('common.preset.today') });
  await expect.element(today).toBeVisible();
  vi.setSystemTime(new Date('2026-11-21T17:00:00Z'));

  await today.click();

  expect(setRange).toHaveBeenCalledWith({ from: '2026-11-21T09:30:00.000Z', to: '2026-11-22T09:30:00.000Z' });
});
