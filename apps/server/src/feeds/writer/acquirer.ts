import type pg from 'pg';
import type { AuthorisationRecord, SettlementRecord } from '../canonical.ts';
import * as queries from './acquirer.queries.ts';
import { copyLine, copyRows } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import { latestByKey, type Provenance } from './provenance.ts';
import { countUpsert, upsert } from './upsert.ts';

interface AcquirerTask<R> {
  records: readonly R[];
  provenance: Provenance;
  counts: Counts;
}

/** Writes movements of money at the acquirer. */
export async function writeSettlements(client: pg.ClientBase, task: AcquirerTask<SettlementRecord>): Promise<void> {
  const { exportedAt, fileId } = task.provenance;
  const settlements = latestByKey(task.records, (record) => record.settlementId);
  await copyRows(client, queries.copySettlements, settlements, (record) =>
    copyLine([
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
    ]),
  );
  const result = await upsert(client, queries.upsertSettlements, settlements.length);
  countUpsert(task.counts, 'settlements', task.records.length, result);
}

/** Writes questions to the acquirer that moved no money. */
export async function writeAuthorisations(
  client: pg.ClientBase,
  task: AcquirerTask<AuthorisationRecord>,
): Promise<void> {
  const { exportedAt, fileId } = task.provenance;
  const authorisations = latestByKey(task.records, (record) => record.authorisationId);
  await copyRows(client, queries.copyAuthorisations, authorisations, (record) =>
    copyLine([
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
    ]),
  );
  const result = await upsert(client, queries.upsertAuthorisations, authorisations.length);
  countUpsert(task.counts, 'authorisations', task.records.length, result);
}
