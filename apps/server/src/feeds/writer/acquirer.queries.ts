import { authorisations, settlements } from './acquirer.table.ts';
import { chargebacks } from './chargebacks.table.ts';
import { upsertStatements } from './upsert.queries.ts';
import { workStatement } from './work-statement.sql.ts';

export const upsertSettlements = upsertStatements(settlements);
export const upsertAuthorisations = upsertStatements(authorisations);
export const upsertChargebacks = upsertStatements(chargebacks);

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
