import { expect, it } from 'vitest';
import { presentSpend, type TypedSpend } from './spend.present.ts';

const firstDay = '2025-11-10';

const row = (currency: string, transportType: TypedSpend['transport_type']): TypedSpend => ({
  currency,
  first_day: firstDay,
  operator_code: 'PLT',
  line_id: null,
  transport_type: transportType,
  trips: 3,
  fare_minor: 750,
});

it('shows types and currencies with equal sums in one order, in whichever the database gives the groups', () => {
  const rows = [row('USD', 'bus'), row('USD', 'tram'), row('CAD', 'other'), row('CAD', 'metro')];

  const { currencies } = presentSpend(rows, [firstDay]);

  expect(currencies.map(({ currency }) => currency)).toEqual(['CAD', 'USD']);
  expect(currencies[0]?.transportTypes.map(({ transportType }) => transportType)).toEqual(['metro', 'other']);
  expect(presentSpend(rows.toReversed(), [firstDay])).toEqual({ currencies });
});
