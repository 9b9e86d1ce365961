import type pg from 'pg';
import type { AuthorisationRecord, SettlementRecord } from '../canonical.ts';
import * as queries from './acquirer.queries.ts';
import { copyLine } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import type { Provenance } from './provenance.ts';
import type { StageRows } from './stage-rows.ts';
import { countUpsert, upsert } from './upsert.ts';

/**
 * Writes movements of money at the acquirer, before the payments of the same chunk: those of refunds follow from them.
 * @returns whether any of them is new or changed.
 */
export async function writeSettlements(client: pg.ClientBase, rows: StageRows, counts: Counts): Promise<boolean> {
  const staged = await rows.stage(client, queries.stageSettlements);
  const result = await upsert(client, queries.upsertSettlements, staged);
  countUpsert(counts, 'settlements', rows.delivered, result);
  if (result.updated > 0) await client.query(queries.removeWithdrawnRefunds);
  return result.inserted + result.updated > 0;
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
