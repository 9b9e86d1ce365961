import { productStatuses } from '@tapfolio/domain/states.ts';
import { bigint, character, instant, notNull, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';

/** The status of a product as it is shown. Nobody delivers that a ticket has run out, so time tells. */
export const productStatus = `case when status = 'active' and valid_to <= now() then 'expired' else status end`;

/** What every list and view of products reads of a product, for `product.present.ts`. */
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

/** The same as a select list. */
export const productList = Object.keys(productColumns)
  .map((name) => (name === 'shown_status' ? `${productStatus} as shown_status` : name))
  .join(', ');
