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

/** The reverse: an older export that comes late must not bring the old start back. */
export const dropOutdatedProducts = countingStatement(
  'feeds.products.dropOutdated',
  `delete from stage_products as stage
  using products as target
  where target.medium_id = stage.medium_id
    and target.product_id = stage.product_id
    and target.valid_from <> stage.valid_from`,
);
