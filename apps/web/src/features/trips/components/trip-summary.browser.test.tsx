import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { buildTrip } from '../../../../test/travel-fixtures.ts';
import { TripSummary } from './trip-summary.tsx';

test('a trip after midnight has the date of its time, not the service day before', async () => {
  const night = { startedAt: '2026-11-21T05:30:00Z', endedAt: null, serviceDay: '2026-11-20' };
  await renderPart(<TripSummary trip={buildTrip(night)} hasDay />);

  expect(document.querySelector('main')?.textContent).toContain('2026/11/2100:30');
});
