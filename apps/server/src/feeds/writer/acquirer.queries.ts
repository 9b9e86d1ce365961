import { keepLatest, type StageStatements } from './staging.queries.ts';
import { upsertStatements } from './upsert.queries.ts';

const copySettlements = `
  copy stage_settlements (medium_id, settlement_id, operator_code, srid, kind, direction, amount_minor, approved,
    requested_at, retrieval_reference, exported_at, file_id, line_number) from stdin`;

/** Of rows with one id the highest line counts, whatever card it names. */
export const stageSettlements: StageStatements = {
  copy: copySettlements,
  keepLatest: keepLatest('stage_settlements', 'settlement_id'),
};

export const upsertSettlements = upsertStatements({
  table: 'settlements',
  stage: 'stage_settlements',
  key: ['medium_id', 'settlement_id'],
  content: [
    'operator_code',
    'srid',
    'kind',
    'direction',
    'amount_minor',
    'approved',
    'requested_at',
    'retrieval_reference',
  ],
});

/** A newer export may say that a refund was refused after all, or was something else: then its line of the history goes. */
export const removeWithdrawnRefunds = `
  delete from payments as target
  using stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.settlement_id
  where not (known.kind = 'refund' and known.approved)
    and target.medium_id = stage.medium_id
    and target.payment_id = stage.settlement_id
    and target.reason = 'refund'`;

/** Payments whose references may show other amounts after the settlements of this chunk. */
export const stageWindowsOfSettlements = `
  insert into stage_windows (medium_id, opened_at, payment_id, srid)
  select known.medium_id, known.opened_at, known.payment_id, known.srid
  from (
    select distinct medium_id, srid from stage_settlements where srid is not null
  ) as stage
  join service_references as known on known.srid = stage.srid
    and known.medium_id = stage.medium_id`;

const copyAuthorisations = `
  copy stage_authorisations (medium_id, authorisation_id, operator_code, srid, kind, amount_minor, approved,
    requested_at, response_code, exported_at, file_id, line_number) from stdin`;

export const stageAuthorisations: StageStatements = {
  copy: copyAuthorisations,
  keepLatest: keepLatest('stage_authorisations', 'authorisation_id'),
};

export const upsertAuthorisations = upsertStatements({
  table: 'authorisations',
  stage: 'stage_authorisations',
  key: ['medium_id', 'authorisation_id'],
  content: ['operator_code', 'srid', 'kind', 'amount_minor', 'approved', 'requested_at', 'response_code'],
});
