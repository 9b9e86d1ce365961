import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import type { ProductRecord } from '../canonical.ts';
import type { Counts } from './counts.ts';
import { changeFound } from './found.ts';
import * as queries from './products.queries.ts';
import type { StageRows } from './stage-rows.ts';
import { countUpsert, upsert } from './upsert.ts';

/** Writes products that are delivered by themselves. */
export async function writeProducts(
  client: pg.ClientBase,
  products: StageRows<ProductRecord>,
  counts: Counts,
): Promise<void> {
  const staged = await products.stage(client);
  await writeStagedProducts(client, { delivered: products.delivered, staged }, counts);
}

/** Writes the products in `stage_products`, of which so many were delivered. */
export async function writeStagedProducts(
  db: Db,
  { delivered, staged }: { delivered: number; staged: number },
  counts: Counts,
): Promise<void> {
  await queries.removeMovedProducts(db);
  const outdated = await changeFound(db, queries.findOutdatedProducts, queries.dropOutdatedProducts);
  countUpsert(counts, 'products', delivered, await upsert(db, queries.upsertProducts, staged - outdated));
}
