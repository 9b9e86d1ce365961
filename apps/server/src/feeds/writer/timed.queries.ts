import { countingStatement, type Db, workStatement } from '../../lib/sql.ts';
import { isNotOlder, stageText, type UpsertStatements, upsertStatements } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { dropFound } from './found.queries.ts';
import { found } from './found.table.ts';
import { products, salesPackages, withdrawnProducts } from './products.table.ts';

/** Writes rows whose key has a time that a newer export may correct: such a row is moved, not doubled. */
export interface TimedStatements {
  /** Takes away the rows that a staged one, which is no older, lets begin at another time. A ticket may have its time from its tap. */
  removeMoved: (db: Db) => Promise<void>;
  /** Finds the staged rows that a newer export lets begin at another time: one that comes late must not bring the old time back. */
  findOutdated: (db: Db) => Promise<number>;
  dropOutdated: (db: Db) => Promise<number>;
  upsert: UpsertStatements;
}

/** Declares them for a table whose key is the card, the time and the id. */
function timedStatements(table: FeedTable, { id, at }: { id: string; at: string }): TimedStatements {
  const { name, stage } = table;
  const ofSame = (row: string) => `${row}.medium_id = stage.medium_id
    and ${row}.${id} = stage.${id}`;
  return {
    removeMoved: workStatement(
      `feeds.${name}.removeMoved`,
      `delete from ${name} as target
  using ${stage} as stage
  where ${ofSame('target')}
    and target.${at} <> stage.${at}
    and ${isNotOlder}`,
    ),
    findOutdated: countingStatement(
      `feeds.${name}.findOutdated`,
      stageText(found, {
        values: { id: `stage.${id}`, medium_id: 'stage.medium_id' },
        from: `from ${stage} as stage
  join ${name} as known on ${ofSame('known')}
  where known.${at} <> stage.${at}
  group by 1, 2`,
      }),
    ),
    dropOutdated: dropFound(`feeds.${name}.dropOutdated`, table, { id }),
    upsert: upsertStatements(table),
  };
}

export const productStatements = timedStatements(products, { id: 'product_id', at: 'valid_from' });

export const salesPackageStatements = timedStatements(salesPackages, { id: 'sale_id', at: 'sold_at' });

/** Products at the cards that they belonged to before. */
export const removeWithdrawnProducts = countingStatement(
  'feeds.products.removeWithdrawn',
  `delete from products as target
  using ${withdrawnProducts.stage} as stage
  where target.medium_id = stage.medium_id
    and target.product_id = stage.product_id`,
);
