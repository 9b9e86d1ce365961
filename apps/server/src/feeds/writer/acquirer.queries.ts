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
