import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { ProductDetail, ProductPage, ProductQuery, ProductSummary } from '@tapfolio/contracts/products.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { cursorAfter, leastId, readKeyset } from '../../lib/keyset.ts';
import { readBankAnswer, readChargedPayment } from '../travel/payment-facts.service.ts';
import { presentProduct } from '../travel/product.present.ts';
import type { TravelReading } from '../travel/reading.ts';
import { type ChargedWith, presentProductDetail } from './products.present.ts';
import { findProduct, listActiveProducts, listProducts, type ProductDetailRow } from './products.queries.ts';

type Reading = Pick<TravelReading, 'reads' | 'names'>;

/** One page of a medium's products. */
export async function readProductPage(
  { reads, names }: Reading,
  mediumId: string,
  query: ProductQuery,
): Promise<ProductPage> {
  const { limit, ...bounds } = readKeyset(query);
  const rows = await listProducts(reads, { mediumId, ...bounds, rows: limit + 1, status: query.status ?? null });
  const operators = await names.operatorsOf(rows);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => presentProduct(row, operators)),
    nextCursor: rows.length > limit && last ? cursorAfter(isoInstant(last.valid_from), last.product_id) : null,
  };
}

/** The newest products of a medium that began since an instant in ISO 8601. */
export async function readNewestProducts(
  { reads, names }: Reading,
  { mediumId, since, limit }: { mediumId: string; since: string; limit: number },
): Promise<ProductSummary[]> {
  const bounds = { from: since, before: 'infinity', beforeId: leastId };
  const rows = await listProducts(reads, { mediumId, ...bounds, rows: limit, status: null });
  const operators = await names.operatorsOf(rows);
  return rows.map((row) => presentProduct(row, operators));
}

/** The products of a medium that can be used now, the first to end on top. */
export async function readActiveProducts({ reads, names }: Reading, mediumId: string): Promise<ProductSummary[]> {
  const rows = await listActiveProducts(reads, { mediumId });
  const operators = await names.operatorsOf(rows);
  return rows.map((row) => presentProduct(row, operators));
}

/**
 * One product with its conditions.
 * @throws AppError `TM0164` when this medium has no such product.
 */
export async function readProduct(
  { reads, names }: Reading,
  mediumId: string,
  productId: string,
): Promise<ProductDetail> {
  const [row] = await findProduct(reads, { mediumId, productId });
  assertThat(row !== undefined, systemCodes.product.unknown);
  const [operators, charged] = await Promise.all([names.operatorsOf([row]), findCharge(reads, mediumId, row)]);
  return presentProductDetail(row, operators, charged);
}

/** The payment that a product was charged with, and what the bank did about it. */
async function findCharge(
  reads: Reading['reads'],
  mediumId: string,
  { srid, valid_from: began }: ProductDetailRow,
): Promise<ChargedWith | undefined> {
  const [payment, bank] = await Promise.all([
    readChargedPayment(reads, { mediumId, srid, began }),
    readBankAnswer(reads, mediumId, srid),
  ]);
  return payment && { payment, bank };
}
