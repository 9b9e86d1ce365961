import { statement } from '../../lib/sql.ts';
import { moneyJson } from '../../lib/sql-json.ts';
import { type History, historyBody, historyPage } from '../travel/history.sql.ts';
import { productColumns } from '../travel/product.sql.ts';

const products: History = { table: 'products', time: 'valid_from', id: 'product_id' };

/** Values: medium, from, before, id before, limit. */
export const listProductsJson = statement<{ body: string }>(
  'products.list',
  `${historyPage(products)}
  select json_build_object(${historyBody(products, productColumns('p'))})::text as body`,
);

export interface ProductRow {
  /** The contract's `productSummary` as JSON. */
  summary: string;
  fare_class: string | null;
  round_trip_type: string | null;
  user_profile: string | null;
  fq_code: string | null;
  booking_id: string | null;
  from_tariff_location: string | null;
  to_tariff_location: string | null;
  /** The contract's money as JSON. */
  stored_value: string | null;
  srid: string | null;
}

/** Values: medium, product. */
export const findProduct = statement<ProductRow & Record<string, unknown>>(
  'products.find',
  `select (select row_to_json(item)::text from (select ${productColumns('p')}) item) as summary,
    p.fare_class, p.round_trip_type, p.user_profile, p.fq_code, p.booking_id,
    p.from_tariff_location, p.to_tariff_location,
    case when p.stored_value_minor is not null
      then ${moneyJson('p.stored_value_minor', 'p.currency')} end::text as stored_value,
    p.srid
  from products p
  where p.medium_id = $1 and p.product_id = $2`,
);
