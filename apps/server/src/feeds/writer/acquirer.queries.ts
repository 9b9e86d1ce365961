import { authorisations, settlements } from './acquirer.table.ts';
import { sameColumns, stageText } from './feed-table.sql.ts';
import { paymentWindows } from './payments.table.ts';
import { upsertStatements } from './upsert.queries.ts';
import { countingStatement, workStatement } from './work-statement.sql.ts';

export const upsertSettlements = upsertStatements(settlements);
export const upsertAuthorisations = upsertStatements(authorisations);

/** A newer export may say that a refund was refused after all, or was something else: then its line of the history goes. */
export const removeWithdrawnRefunds = workStatement(
  'feeds.settlements.removeWithdrawnRefunds',
  `delete from payments as target
  using stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.settlement_id
  where not (known.kind = 'refund' and known.approved)
    and target.medium_id = known.medium_id
    and target.payment_id = known.settlement_id
    and target.reason = 'refund'`,
);

/** Payments whose references may show other amounts after the settlements of this batch. */
export const stageWindowsOfSettlements = countingStatement(
  'feeds.settlements.stageWindows',
  stageText(paymentWindows, {
    values: sameColumns(['medium_id', 'opened_at', 'payment_id', 'srid'], 'known'),
    from: `from (
    select distinct medium_id, srid from stage_settlements where srid is not null
  ) as stage
  join service_references as known on known.srid = stage.srid
    and known.medium_id = stage.medium_id`,
  }),
);
