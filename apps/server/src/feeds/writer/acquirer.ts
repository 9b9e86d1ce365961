import type pg from 'pg';
import type { AuthorisationRecord, SettlementRecord } from '../canonical.ts';
import * as queries from './acquirer.queries.ts';
import { copyLine } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import type { Provenance } from './provenance.ts';
import type { StageRows } from './stage-rows.ts';
import { countUpsert, upsert } from './upsert.ts';

/** Writes movements of money at the acquirer. */
export async function writeSettlements(client: pg.ClientBase, rows: StageRows, counts: Counts): Promise<void> {
  const staged = await rows.stage(client, queries.stageSettlements);
  countUpsert(counts, 'settlements', rows.delivered, await upsert(client, queries.upsertSettlements, staged));
}

/** Writes questions to the acquirer that moved no money. */
export async function writeAuthorisations(client: pg.ClientBase, rows: StageRows, counts: Counts): Promise<void> {
  const staged = await rows.stage(client, queries.stageAuthorisations);
  countUpsert(counts, 'authorisations', rows.delivered, await upsert(client, queries.upsertAuthorisations, staged));
}

export function addSettlement(to: StageRows, record: SettlementRecord, { exportedAt, fileId }: Provenance): void {
  const line = copyLine([
    record.mediumId,
    record.settlementId,
    record.operatorCode,
    record.srid,
    record.kind,
    record.direction,
    record.amountMinor,
    record.approved,
    record.requestedAt,
    record.retrievalReference,
    exportedAt,
    fileId,
    record.line,
  ]);
  to.add(record.settlementId, line);
}

export function addAuthorisation(to: StageRows, record: AuthorisationRecord, { exportedAt, fileId }: Provenance): void {
  const line = copyLine([
    record.mediumId,
    record.authorisationId,
    record.operatorCode,
    record.srid,
    record.kind,
    record.amountMinor,
    record.approved,
    record.requestedAt,
    record.responseCode,
    exportedAt,
    fileId,
    record.line,
  ]);
  to.add(record.authorisationId, line);
}
