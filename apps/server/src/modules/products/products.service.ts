import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { ProductDetail, ProductPage, ProductQuery, ProductSummary } from '@tapfolio/contracts/products.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { laterOf } from '../../lib/iso-instant.ts';
import { cutPage, leastId, readKeyset } from '../../lib/keyset.ts';
import { readChargedPayment } from '../travel/payment-facts.service.ts';
import { presentProduct } from '../travel/product.present.ts';
import type { TravelReading } from '../travel/reading.ts';
import { presentProductDetail } from './products.present.ts';
import { findProduct, listActiveProducts, listProducts } from './products.queries.ts';

type Reading = Pick<TravelReading, 'readDb' | 'names'>;

/** One page of a medium's products. */
export async function readProductPage(
  { readDb, names }: Reading,
  medium: OwnMedium,
  query: ProductQuery,
): Promise<ProductPage> {
  const { limit, from, ...bounds } = readKeyset(query);
  const shown = { ...medium, from: laterOf(from, medium.shownFrom) };
  const rows = await listProducts(readDb, { ...shown, ...bounds, rows: limit + 1, status: query.status ?? null });
  const operators = await names.operatorsOf(rows);
  const page = cutPage(rows, { limit }, (row) => ({ at: row.valid_from, id: row.product_id }));
  return { items: page.shown.map((row) => presentProduct(row, operators)), nextCursor: page.nextCursor };
}

/** The newest products of a medium that began since an instant in ISO 8601. */
export async function readNewestProducts(
  { readDb, names }: Reading,
  { medium, since, limit }: { medium: OwnMedium; since: string; limit: number },
): Promise<ProductSummary[]> {
  const bounds = { from: laterOf(since, medium.shownFrom), before: 'infinity', beforeId: leastId };
  const rows = await listProducts(readDb, { ...medium, ...bounds, rows: limit, status: null });
  const operators = await names.operatorsOf(rows);
  return rows.map((row) => presentProduct(row, operators));
}

/** The products of a medium that can be used now, the first to end on top. */
export async function readActiveProducts({ readDb, names }: Reading, medium: OwnMedium): Promise<ProductSummary[]> {
  const rows = await listActiveProducts(readDb, medium);
  const operators = await names.operatorsOf(rows);
  return rows.map((row) => presentProduct(row, operators));
}

/**
 * One product with its conditions.
 * @throws AppError `TM0164` when this medium has no such product of the time that is shown.
 */
export async function readProduct(
  { readDb, names }: Reading,
  medium: OwnMedium,
  productId: string,
): Promise<ProductDetail> {
  const [row] = await findProduct(readDb, { ...medium, productId });
  assertThat(row !== undefined, systemCodes.product.unknown);
  const [operators, charged] = await Promise.all([
    names.operatorsOf([row]),
    readChargedPayment(readDb, medium, row.srid),
  ]);
  return presentProductDetail(row, operators, charged);
}
