import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../../../test/render.tsx';
import { buildTrip } from '../../../../test/travel-fixtures.ts';
import { TripSummary } from './trip-summary.tsx';

test('a trip after midnight has the date of its time, not the service day before', async () => {
  const night = { startedAt: '2026-11-21T05:30:00Z', endedAt: null, serviceDay: '2026-11-20' };
  await renderPart(<TripSummary trip={buildTrip(night)} hasDay />);

  expect(document.querySelector('main')?.textContent).toContain('2026/11/2100:30');
});

test.each([360, 320])('a fare of a million with three decimals stands beside no other word at %i px', async (width) => {
  await page.viewport(width, 640);
  const fare = { currency: 'KWD', amountMinor: 1_234_567_890 };
  await renderPart(<TripSummary trip={buildTrip({ fare, status: 'fallback' })} hasDay />);

  const amount = page.getByText(/1,234,567\.890/);
  const { left, right, top } = amount.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(width);
  const beside = [...(amount.element().previousElementSibling?.querySelectorAll('*') ?? [])].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > left && box.bottom > top + 2;
  });
  expect(beside.map(({ textContent }) => textContent)).toEqual([]);
});
