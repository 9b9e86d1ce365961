import { authorisations, settlements, withdrawnSettlements } from './acquirer.table.ts';
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

export const removeWithdrawnSettlements = countingStatement(
  'feeds.settlements.removeWithdrawn',
  `delete from settlements as target
  using ${withdrawnSettlements.stage} as stage
  where target.medium_id = stage.medium_id
    and target.settlement_id = stage.settlement_id`,
);

/** The line of the history that a refund made. */
export const removeWithdrawnPayments = workStatement(
  'feeds.settlements.removeWithdrawnPayments',
  `delete from payments as target
  using ${withdrawnSettlements.stage} as stage
  where target.medium_id = stage.medium_id
    and target.payment_id = stage.settlement_id
    and target.reason = 'refund'`,
);
