import { expect, test } from 'vitest';
import { renderPart, t } from '../../../../test/render.tsx';
import { cad } from '../../../../test/travel-fixtures.ts';
import type { PublicReceipt } from '../api/find-receipts.ts';
import { FoundReceipt } from './found-receipt.tsx';

const receipt: PublicReceipt = {
  srid: '7K2M4Q9T1XB5ZC',
  serviceDay: '2026-11-20',
  timeZone: 'America/Toronto',
  tripCount: 4,
  reason: 'trip',
  method: 'emv',
  status: 'accepted',
  due: cad(1125),
  paid: cad(1125),
  writtenOff: null,
  closedAt: null,
  chargedOn: [],
  refunds: [],
  available: true,
};

test.each([
  [{ reason: 'product' }, 'Product · 4 trips'],
  [{ reason: 'product', tripCount: 0 }, 'Product'],
  [{ reason: 'reservation' }, 'Reservation · 4 trips'],
  [{ reason: 'trip' }, '4 trips'],
  [{ reason: 'trip', tripCount: 0 }, 'Trip'],
] as const)('a receipt for %j says what was paid for', async (facts, words) => {
  const { getByText } = await renderPart(
    <FoundReceipt receipt={{ ...receipt, ...facts }} proof={{ srid: receipt.srid, amountMinor: 1125 }} />,
  );

  const said = getByText(t('receipts.reason'), { exact: true }).element().nextElementSibling?.textContent;

  expect(said).toBe(words);
});
