import type { ProductSummary } from '@tapfolio/contracts/products.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { ProductRow } from './product.sql.ts';
import type { Operators } from './timetable-names.ts';

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
