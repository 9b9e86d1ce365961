import { expect, it } from 'vitest';
import { bankPage } from './pages.ts';
import type { Movement } from './wire.ts';

const movement: Movement = {
  id: 'ch_1',
  kind: 'charge',
  reference: null,
  operatorCode: '1',
  statementReference: '7K2M4Q9T1XB5ZC',
  state: 'captured',
  amountMinor: 1250,
  currency: 'CAD',
  at: '2026-11-20T04:30:00Z',
};

it.each([
  ['CAD', '12.50 CAD'],
  ['JPY', '1250 JPY'],
  ['KWD', '1.250 KWD'],
])('the ledger has amounts with the decimals of their currency: %s', (currency, shown) => {
  expect(bankPage({ movements: [{ ...movement, currency }], switches: [] })).toContain(`>${shown}<`);
});
