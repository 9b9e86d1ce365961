import { statement } from '../../lib/sql.ts';

/** Drops one month of one table; no row when none is left to drop. Values: months to keep. */
export const dropMonth = statement<{ dropped: string }>(
  'retention.dropMonth',
  `select dropped
  from drop_month_before(now() - make_interval(months => $1)) as dropped
  where dropped is not null`,
);

/** Rows one statement deletes at most, so that none runs long or holds many locks. */
const batch = 5000;

/** Each deletes one batch and answers a row per deleted row. Values: months to keep. */
export const deleteBatches = [
  statement(
    'retention.deleteReferences',
    `delete from service_references where srid in (
      select srid from service_references where opened_at < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteTapLookups',
    `delete from tap_lookups where tap_id in (
      select tap_id from tap_lookups where tapped_at < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteTripLookups',
    `delete from trip_lookups where trip_id in (
      select trip_id from trip_lookups where started_at < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteSettlements',
    `delete from settlements where (medium_id, settlement_id) in (
      select medium_id, settlement_id from settlements
      where coalesce(requested_at, exported_at) < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteAuthorisations',
    `delete from authorisations where (medium_id, authorisation_id) in (
      select medium_id, authorisation_id from authorisations
      where coalesce(requested_at, exported_at) < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteProducts',
    `delete from products where (medium_id, valid_from, product_id) in (
      select medium_id, valid_from, product_id from products
      where valid_to < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
];

/** What was delivered goes; the ledger line stays, so that an old file delivered again has no effect. */
export const deleteDeliveredBatches = [
  statement(
    'retention.deleteFeedRows',
    `delete from feed_rows where (file_id, line_number) in (
      select r.file_id, r.line_number from feed_rows r join feed_files f using (file_id)
      where f.imported_at < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteQuarantine',
    `delete from feed_quarantine where (file_id, line_number) in (
      select q.file_id, q.line_number from feed_quarantine q join feed_files f using (file_id)
      where f.imported_at < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
  statement(
    'retention.deleteWaiting',
    `delete from feed_waiting where (tap_id, trip_id) in (
      select w.tap_id, w.trip_id from feed_waiting w join feed_files f using (file_id)
      where f.imported_at < now() - make_interval(months => $1) limit ${batch}
    ) returning 1`,
  ),
];
