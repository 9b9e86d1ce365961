import type { ColumnsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { listed } from '../../lib/sql.ts';
import { type ColumnDraft, technical, travel, type Verb } from './table.ts';

/** What tables of the travel side have in common. */

export const read = { auth: ['select'], portal: ['select'] } as const;
export const write: readonly Verb[] = ['select', 'insert', 'update'];
export const forget: readonly Verb[] = ['select', 'delete'];

/** All rows of a medium lie on one node. */
export const oneNodePerMedium = { by: 'medium_id', group: 'media' } as const;

/** Kept with the travel of its card, whichever account has the card. */
export const kept = {
  retention: 'retention.travelMonths',
  owner: 'medium_id',
  onAnonymise: 'keep',
} as const;

export const medium = { medium_id: technical('Which card, phone or watch; a keyed hash') };
/** The delivery that a row came in. */
export const provenance = {
  exported_at: technical('Which delivery is the newest'),
  file_id: technical('Which delivery it came in'),
  line_number: technical('Which line of it'),
};
/** Rows with the reference of a payment belong to it. */
export const paymentOfReference = { table: 'payments', by: 'srid', at: 'opened_at' } as const;
/** Among all payments of a reference the requested one, not refunds and late collections of it. */
export const isItself = `reason not in (${listed(movementReasons)})`;
/** Money with the reference of a payment: without the payment its card is unknown. */
export const moneyOfReference = { ...paymentOfReference, shownWith: isItself } as const;
/** When money moved, or the bank was asked for it. Where a delivery names no time it is that of its export. */
export const moved = { at: 'requested_at', orAt: 'exported_at' } as const;
/** The same in a statement. */
export const movedAt = `coalesce(${moved.at}, ${moved.orAt})`;
export const unpaidFare = { table: 'debts', by: 'payment_id', at: 'opened_at' } as const;
export const operator = travel('Who ran the vehicle', 'operator');
export const srid = travel('Reference on the bank statement', 'srid');
export const currency = travel('Currency of the amounts', 'currency');
export const serviceDay = travel('Day of operation', 'serviceDay');
export const updatedAt = travel('When the back office last changed it', 'updatedAt');
export const status = travel('How far it is', 'status');

/** The columns of a table that passengers see as delivered. */
export function asDelivered<const Columns extends ColumnsAsDelivered>(
  columns: Columns,
): Record<keyof Columns & string, ColumnDraft>;
export function asDelivered(columns: ColumnsAsDelivered): Record<string, ColumnDraft> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { purpose, field }]) => [name, travel(purpose, field)]),
  );
}
