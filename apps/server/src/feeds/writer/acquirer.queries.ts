import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { uuid } from '../../lib/sql-types.ts';
import { authorisations, settlements, withdrawnAuthorisations, withdrawnSettlements } from './acquirer.table.ts';
import { isNewer, isNotOlder, sameColumns, stageText, upsertStatements } from './feed-table.sql.ts';
import { leftPayments } from './taps.table.ts';

export const upsertSettlements = upsertStatements(settlements);
export const upsertAuthorisations = upsertStatements(authorisations);

/** The payments that lose what is staged or a refund, by the reference that it has so far. */
const stageLeft = (name: string, stage: string, left: string) =>
  workStatement(
    name,
    stageText(leftPayments, {
      values: sameColumns(['medium_id', 'srid'], 'known'),
      from: `from ${stage} as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.settlement_id
  where ${left}`,
    }),
  );

export const stageLeftBySettlements = stageLeft(
  'feeds.settlements.stageLeft',
  settlements.stage,
  `known.srid <> coalesce(stage.srid, '')
    or (known.srid is not null and known.kind = 'refund' and stage.kind <> 'refund')`,
);
export const stageLeftByWithdrawn = stageLeft(
  'feeds.settlements.stageLeftByWithdrawn',
  withdrawnSettlements.stage,
  'known.srid is not null',
);

/** A chargeback belongs to its charge, also when a newer export moves that to another payment. */
export const carryChargebacks = workStatement(
  'feeds.settlements.carryChargebacks',
  `update chargebacks as taken
  set srid = stage.srid
  from stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.settlement_id
  where taken.medium_id = known.medium_id
    and taken.srid = known.srid
    and taken.retrieval_reference = known.retrieval_reference
    and known.direction = 'debit'
    and stage.srid <> known.srid
    and not ${isNewer}`,
);

/** The references of what is staged, and those that it has left. */
export const referencesOfMoney = `select medium_id, srid from ${settlements.stage} where srid is not null
    union
    select medium_id, srid from ${leftPayments.stage}`;

/** A newer export may say that a refund was refused after all, or was something else: then its line of the history goes. Answers whose it was. */
export const removeWithdrawnRefunds = statement({
  name: 'feeds.settlements.removeWithdrawnRefunds',
  row: { medium_id: uuid },
  text: `delete from payments as target
  using stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.settlement_id
  where not (known.kind = 'refund' and known.approved)
    and target.medium_id = known.medium_id
    and target.payment_id = known.settlement_id
    and target.reason = 'refund'
  returning target.medium_id`,
  isPrepared: false,
});

/** An older export withdraws nothing: its rows may be all that is left of a movement whose pieces were deleted. */
export const removeWithdrawnSettlements = countingStatement(
  'feeds.settlements.removeWithdrawn',
  `delete from settlements as target
  using ${withdrawnSettlements.stage} as stage
  where target.medium_id = stage.medium_id
    and target.settlement_id = stage.settlement_id
    and ${isNotOlder}`,
);

export const removeWithdrawnAuthorisations = countingStatement(
  'feeds.authorisations.removeWithdrawn',
  `delete from authorisations as target
  using ${withdrawnAuthorisations.stage} as stage
  where target.medium_id = stage.medium_id
    and target.authorisation_id = stage.authorisation_id
    and ${isNotOlder}`,
);

/** Deletes the line of the history that a refund made. Answers whose it was. */
export const removeWithdrawnPayments = statement({
  name: 'feeds.settlements.removeWithdrawnPayments',
  row: { medium_id: uuid },
  text: `delete from payments as target
  using ${withdrawnSettlements.stage} as stage
  where target.medium_id = stage.medium_id
    and target.payment_id = stage.settlement_id
    and target.reason = 'refund'
    and ${isNotOlder}
  returning target.medium_id`,
  isPrepared: false,
});
