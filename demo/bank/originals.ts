import type { Delivery, FeedRow } from '../back-office/enghouse-files.ts';
import { currency } from '../city/currency.ts';
import type { Original } from './wire.ts';

/** What the bank did for the back office, as a delivery tells it: the bank knows each of these cards. */
export function originalsOf({ tx }: Delivery): Original[] {
  return tx.map((row) => {
    const kind = row.operation === 'REFUND' ? 'refund' : 'charge';
    const done = kind === 'refund' ? 'refunded' : 'captured';
    return {
      id: text(row, 'id'),
      kind,
      operatorCode: text(row, 'operatorid'),
      statementReference: text(row, 'payment_reference'),
      state: row.response_type === 'OK' ? done : 'declined',
      amountMinor: Number(row.amount),
      currency,
      at: text(row, 'timestamp'),
    };
  });
}

const text = (row: FeedRow, column: string): string => String(row[column] ?? '');
