import { productsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { sqlTypesOf } from '../../lib/as-delivered.ts';
import { selectList, statement } from '../../lib/sql.ts';
import { bigint, nullable, type RowOf, text, uuid } from '../../lib/sql-types.ts';
import { type History, historyPage, isOfShownTime, pageValues, shownValues } from '../travel/history.sql.ts';
import { productColumns } from '../travel/product.present.ts';

/** The status that is shown. No back office delivers that a ticket has expired, so the time decides. */
const productStatus = `case when status = 'active' and valid_to <= now() then 'expired' else status end`;

/** What is shown of a product, as a select list. */
const productList = selectList(productColumns, { shown_status: productStatus });

const products: History = { table: 'products', time: 'valid_from', id: 'product_id' };

/** Without a status those of all. */
export const listProducts = statement({
  name: 'products.list',
  values: { ...pageValues, ...shownValues, status: nullable(text) },
  row: productColumns,
  text: historyPage(
    products,
    productList,
    `and ($status::text is null or ${productStatus} = $status) ${isOfShownTime('products')}`,
  ),
});

/** No passenger has more valid tickets than this. */
const mostActive = 100;

/** What can be used now, the first to end on top. */
export const listActiveProducts = statement({
  name: 'products.listActive',
  values: { mediumId: uuid, ...shownValues },
  row: productColumns,
  text: `select ${productList}
  from products
  where medium_id = $mediumId
    and status = 'active'
    and valid_from <= now()
    and valid_to > now()
    and valid_from >= $shownFrom ${isOfShownTime('products')}
  order by valid_to, product_id
  limit ${mostActive}`,
});

const conditionColumns = {
  fare_class: nullable(text),
  round_trip_type: nullable(text),
  user_profile: nullable(text),
  ...sqlTypesOf(productsAsDelivered),
  stored_value_minor: nullable(bigint),
  srid: nullable(text),
};

const detailColumns = { ...productColumns, ...conditionColumns };

export type ProductDetailRow = RowOf<typeof detailColumns>;

export const findProduct = statement({
  name: 'products.find',
  values: { mediumId: uuid, productId: uuid, ...shownValues },
  row: detailColumns,
  text: `select ${productList}, ${selectList(conditionColumns)}
  from products
  where medium_id = $mediumId
    and product_id = $productId
    and valid_from >= $shownFrom ${isOfShownTime('products')}`,
});
