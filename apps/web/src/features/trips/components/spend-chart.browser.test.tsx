import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../../../test/render.tsx';
import { cad } from '../../../../test/travel-fixtures.ts';
import { SpendChart } from './spend-chart.tsx';

const spend = {
  currency: 'CAD',
  weeks: [
    { firstDay: '2026-11-22', trips: 5, total: cad(1125) },
    { firstDay: '2026-11-15', trips: 31, total: cad(4500) },
    { firstDay: '2026-11-08', trips: 0, total: cad(0) },
  ],
  transportTypes: [],
};

test.each([
  { where: 'on a phone the bars have all of the width below their rows', width: 360, isBelow: true },
  { where: 'on a wide page the bars stand before their figures', width: 1280, isBelow: false },
])('$where, from one edge', async ({ width, isBelow }) => {
  await page.viewport(width, 740);
  await renderPart(<SpendChart spend={spend} />);
  const row = (place: number) => document.querySelectorAll('tbody tr')[place];
  const boxOf = (place: number, part: string) => row(place)?.querySelector(part)?.getBoundingClientRect();

  const [few, most, none] = [0, 1, 2].map((place) => boxOf(place, '[aria-hidden]'));

  expect(few?.left).toBe(most?.left);
  expect((few?.width ?? 0) / (most?.width ?? 1)).toBeCloseTo(0.25, 1);
  expect(none?.width).toBe(0);
  const figure = boxOf(1, 'td:last-child span:last-child');
  if (isBelow) {
    expect(most?.width).toBeCloseTo(row(1)?.getBoundingClientRect().width ?? 0, 0);
    expect(most?.top).toBeGreaterThanOrEqual(figure?.bottom ?? 0);
    expect(most?.bottom).toBeLessThan(row(1)?.getBoundingClientRect().bottom ?? 0);
  } else {
    expect(most?.right).toBeLessThan(figure?.right ?? 0);
    expect(most?.top).toBeGreaterThanOrEqual(figure?.top ?? 0);
  }
});
