import type { ProductSummary } from '@tapfolio/contracts/products.ts';
import { productStatuses } from '@tapfolio/domain/states.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { bigint, character, instant, notNull, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';
import type { Operators } from './timetable-names.ts';

/** What every list and view of products reads of a product, and shows of it. */
export const productColumns = {
  product_id: uuid,
  operator_code: text,
  name: text,
  description: nullable(text),
  valid_from: instant,
  valid_to: instant,
  amount_minor: bigint,
  currency: character,
  shown_status: notNull(oneOf(productStatuses), 'the status itself is never null'),
};

export type ProductRow = RowOf<typeof productColumns>;

/** A product as histories and overviews show it. */
export function presentProduct(row: ProductRow, operators: Operators): ProductSummary {
  return {
    id: row.product_id,
    name: row.name,
    description: row.description,
    validFrom: isoInstant(row.valid_from),
    validTo: isoInstant(row.valid_to),
    timeZone: operators.timeZone(row.operator_code),
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    status: row.shown_status,
  };
}
