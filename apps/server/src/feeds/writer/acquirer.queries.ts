import { upsertStatements } from './upsert.queries.ts';

export const copySettlements = `
  copy stage_settlements (medium_id, settlement_id, operator_code, srid, kind, direction, amount_minor, approved,
    requested_at, retrieval_reference, exported_at, file_id, line_number) from stdin`;

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

export const copyAuthorisations = `
  copy stage_authorisations (medium_id, authorisation_id, operator_code, srid, kind, amount_minor, approved,
    requested_at, response_code, exported_at, file_id, line_number) from stdin`;

export const upsertAuthorisations = upsertStatements({
  table: 'authorisations',
  stage: 'stage_authorisations',
  key: ['medium_id', 'authorisation_id'],
  content: ['operator_code', 'srid', 'kind', 'amount_minor', 'approved', 'requested_at', 'response_code'],
});
