import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import type { ProductRecord, SalesPackageRecord } from '../canonical.ts';
import type { Counts } from './counts.ts';
import { productStatements } from './products.queries.ts';
import { salesPackageStatements } from './sales-packages.queries.ts';
import type { StageRows } from './stage-rows.ts';
import { writeTimed } from './timed.ts';

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
  await writeTimed(db, { kind: 'products', statements: productStatements, delivered, staged }, counts);
}

/** Writes sales of packages. */
export async function writeSalesPackages(
  client: pg.ClientBase,
  sales: StageRows<SalesPackageRecord>,
  counts: Counts,
): Promise<void> {
  const staged = await sales.stage(client);
  const task = { kind: 'packages', statements: salesPackageStatements, delivered: sales.delivered, staged } as const;
  await writeTimed(client, task, counts);
}
