import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import type { Counts, Kind } from '../report.ts';
import type { ProductRecord, SalesPackageRecord, WithdrawnProduct } from './canonical.ts';
import { changeFound } from './found.queries.ts';
import { countUpsert, type StageRows, upsert } from './staging.queries.ts';
import {
  productStatements,
  removeWithdrawnProducts,
  salesPackageStatements,
  type TimedStatements,
} from './timed.queries.ts';

/** Writes products that are delivered by themselves. */
export async function writeProducts(
  client: pg.ClientBase,
  products: StageRows<ProductRecord>,
  counts: Counts,
): Promise<void> {
  const staged = await products.stage(client);
  await writeStagedProducts(client, { delivered: products.delivered, staged }, counts);
}

/** Takes products away from the cards that they belonged to before. */
export async function withdrawProducts(
  client: pg.ClientBase,
  rows: StageRows<WithdrawnProduct>,
  counts: Counts,
): Promise<void> {
  await rows.stage(client);
  counts.add('products', { updated: await removeWithdrawnProducts(client) });
}

/** Writes the products in `stage_products`; the argument is the number of delivered products. */
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

interface TimedTask {
  kind: Kind;
  statements: TimedStatements;
  /** The received rows, including repeated identities, and how many of them are in the staging table. */
  delivered: number;
  staged: number;
}

/** Writes the staged rows of a table whose key has a time that may be corrected. */
async function writeTimed(db: Db, { kind, statements, delivered, staged }: TimedTask, counts: Counts): Promise<void> {
  await statements.removeMoved(db);
  const outdated = await changeFound(db, statements.findOutdated, statements.dropOutdated);
  countUpsert(counts, kind, delivered, await upsert(db, statements.upsert, staged - outdated));
}
