import { stageText } from './feed-table.sql.ts';
import { dropFound } from './found.queries.ts';
import { found } from './found.table.ts';
import { products } from './products.table.ts';
import { upsertStatements } from './upsert.queries.ts';
import { countingStatement, workStatement } from './work-statement.sql.ts';

export const upsertProducts = upsertStatements(products);

/** The start of validity is part of the key: a product whose start was corrected is moved, not doubled. */
export const removeMovedProducts = workStatement(
  'feeds.products.removeMoved',
  `delete from products as target
  using stage_products as stage
  where target.medium_id = stage.medium_id
    and target.product_id = stage.product_id
    and target.valid_from <> stage.valid_from
    and (target.exported_at, target.file_id, target.line_number)
      < (stage.exported_at, stage.file_id, stage.line_number)`,
);

/** Staged products that a newer export lets begin at another time. */
export const findOutdatedProducts = countingStatement(
  'feeds.products.findOutdated',
  stageText(found, {
    values: { id: 'stage.product_id', medium_id: 'stage.medium_id' },
    from: `from stage_products as stage
  join products as known on known.medium_id = stage.medium_id
    and known.product_id = stage.product_id
  where known.valid_from <> stage.valid_from
  group by 1, 2`,
  }),
);

/** The reverse: an older export that comes late must not bring the old start back. */
export const dropOutdatedProducts = dropFound('feeds.products.dropOutdated', products, { id: 'product_id' });
