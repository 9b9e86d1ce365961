import { untypedStatement } from '../../lib/sql.ts';
import { moneyJson } from '../../lib/sql-json.ts';
import { type History, historyBody, historyPage } from '../travel/history.sql.ts';
import { chargedPayment, receiptAvailable } from '../travel/payment.sql.ts';
import { productColumns, productStatus } from '../travel/product.sql.ts';

const products: History = { table: 'products', time: 'valid_from', id: 'product_id' };

const ofStatus = `and ($6::text is null or ${productStatus('r')} = $6)`;

/** Values: medium, from, before, id before, limit, status or null for all. */
export const listProductsJson = untypedStatement<{ body: string }>(
  'products.list',
  `${historyPage(products, ofStatus)}
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
  /** The contract's payment as JSON. */
  payment: string | null;
}

/** Values: medium, product. */
export const findProduct = untypedStatement<ProductRow & Record<string, unknown>>(
  'products.find',
  `select (select row_to_json(item)::text from (select ${productColumns('r')}) item) as summary,
    r.fare_class, r.round_trip_type, r.user_profile, r.fq_code, r.booking_id,
    r.from_tariff_location, r.to_tariff_location,
    case when r.stored_value_minor is not null
      then ${moneyJson('r.stored_value_minor', 'r.currency')} end::text as stored_value,
    r.srid, (${chargedPayment('r', 'r.valid_from', `, 'receiptAvailable', ${receiptAvailable('p')}`)})::text as payment
  from products r
  where r.medium_id = $1 and r.product_id = $2`,
);
