import * as z from 'zod/mini';
import { instant } from './shared.ts';

/*
 * The columns of travel that passengers see as a back office delivers them: nothing is looked up or computed. Each is named here
 * once. The declaration of its table, the writer of feeds, the statements that read it, the contract and the value in
 * the answer follow from this entry. It is null in a row whose back office delivers nothing.
 */

export interface ColumnAsDelivered {
  /** Its name in records of feeds, in answers and in the data export. */
  readonly field: string;
  readonly type: keyof typeof shapes;
  /** What it is for, as the privacy document says it. */
  readonly purpose: string;
}

/** Columns by their names in the database. */
export type ColumnsAsDelivered = Readonly<Record<string, ColumnAsDelivered>>;

export const tripsAsDelivered = {
  /** The rule by which the back office set the fare ("pay as you go", "daily cap"). */
  fare_reason: { field: 'fareReason', type: 'text', purpose: 'Why it cost that' },
} as const satisfies ColumnsAsDelivered;

export const paymentsAsDelivered = {
  closed_at: { field: 'closedAt', type: 'instant', purpose: 'End of what is charged together' },
} as const satisfies ColumnsAsDelivered;

export const productsAsDelivered = {
  fq_code: { field: 'fqCode', type: 'text', purpose: 'The back office’s name of the product' },
  booking_id: { field: 'bookingId', type: 'text', purpose: 'The back office’s booking' },
  from_tariff_location: { field: 'fromTariffLocation', type: 'text', purpose: 'Where it is valid from' },
  to_tariff_location: { field: 'toTariffLocation', type: 'text', purpose: 'Where it is valid to' },
} as const satisfies ColumnsAsDelivered;

export const salesPackagesAsDelivered = {
  description: { field: 'description', type: 'text', purpose: 'What was sold' },
} as const satisfies ColumnsAsDelivered;

const shapes = {
  text: z.nullable(z.string()),
  'whole number': z.nullable(z.int()),
  instant: z.nullable(instant),
};

/** The fields of a contract that show these columns. */
export type FieldsOf<Columns extends ColumnsAsDelivered> = {
  [Name in keyof Columns as Columns[Name]['field']]: (typeof shapes)[Columns[Name]['type']];
};

/** The fields of a contract that show these columns, for `z.object`. */
export function fieldsOf<Columns extends ColumnsAsDelivered>(columns: Columns): FieldsOf<Columns>;
export function fieldsOf(columns: ColumnsAsDelivered): FieldsOf<ColumnsAsDelivered> {
  return Object.fromEntries(Object.values(columns).map(({ field, type }) => [field, shapes[type]]));
}
