import type { ProductDetail, ProductQuery } from '@tapfolio/contracts/products.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { readKeyset } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import { presentProduct } from './products.present.ts';
import { findProduct, listProductsJson } from './products.queries.ts';

/** One page of a medium's products as the JSON of the contract's `productPage`. */
export async function readProductPage(db: Db, mediumId: string, query: ProductQuery): Promise<string> {
  const { from, before, beforeId, limit } = readKeyset(query);
  const [row] = await listProductsJson(db, [mediumId, from, before, beforeId, limit, query.status ?? null]);
  if (row === undefined) throw new Error('a history answers exactly one row');
  return row.body;
}

/**
 * One product with its conditions.
 * @throws AppError `product_not_found` when this medium has no such product.
 */
export async function readProduct(db: Db, mediumId: string, productId: string): Promise<ProductDetail> {
  const [row] = await findProduct(db, [mediumId, productId]);
  assertThat(row !== undefined, 'product_not_found');
  return presentProduct(row);
}
