import { type ColumnsAsDelivered, fieldsOf } from '@tapfolio/contracts/as-delivered.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { presenterOf, sqlTypesOf } from './as-delivered.ts';

const columns = {
  vehicle_name: { field: 'vehicleName', type: 'text', purpose: 'In which vehicle' },
  zone_count: { field: 'zoneCount', type: 'whole number', purpose: 'How many zones' },
  boarded_at: { field: 'boardedAt', type: 'instant', purpose: 'When the doors closed' },
} as const satisfies ColumnsAsDelivered;

const contract = z.object(fieldsOf(columns));

it('presents a row as its contract says', () => {
  const shown = presenterOf(columns)({ vehicle_name: 'A 12', zone_count: 3, boarded_at: '2026-03-01 08:00:00.125+00' });

  expect(shown).toEqual({ vehicleName: 'A 12', zoneCount: 3, boardedAt: '2026-03-01T08:00:00.125Z' });
  expect(contract.parse(shown)).toEqual(shown);
});

it('presents null where the back office delivered nothing', () => {
  const shown = presenterOf(columns)({ vehicle_name: null, zone_count: null, boarded_at: null });

  expect(shown).toEqual({ vehicleName: null, zoneCount: null, boardedAt: null });
  expect(contract.parse(shown)).toEqual(shown);
});

it('reads every column as one that may be null', () => {
  const types = Object.entries(sqlTypesOf(columns)).map(([name, { sql, isNullable }]) => [name, sql, isNullable]);

  expect(types).toEqual([
    ['vehicle_name', 'text', true],
    ['zone_count', 'integer', true],
    ['boarded_at', 'timestamp with time zone', true],
  ]);
});
