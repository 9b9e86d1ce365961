/**
 * Temporary tables, one set per connection, emptied between chunks and files. No index and no constraint: a chunk is
 * read once from front to back.
 */
export const createStages = `
  create temp table if not exists stage_taps (
    tap_id uuid, medium_id uuid, tapped_at timestamptz, operator_code text, direction text, outcome text,
    stop_id text, stop_name text, line_id text, line_name text, srid text, currency text, received_at timestamptz,
    exported_at timestamptz, file_id bigint, line_number integer, was_medium_id uuid, was_tapped_at timestamptz
  ) on commit delete rows;
  create temp table if not exists stage_left_payments (medium_id uuid, srid text) on commit delete rows;
  create temp table if not exists stage_exits (
    medium_id uuid, started_at timestamptz, trip_id uuid, stop_id text, stop_name text
  ) on commit delete rows;
  create temp table if not exists stage_fares (
    trip_id uuid, tap_id uuid, operator_code text, line_id text, status text, fare_minor bigint, fare_reason text,
    from_name text, to_name text, checked_out_at timestamptz, updated_at timestamptz,
    product_id uuid, product_name text, product_description text, valid_from timestamptz, valid_to timestamptz,
    exported_at timestamptz, file_id bigint, line_number integer
  ) on commit delete rows;
  create temp table if not exists stage_boarded_fares (
    medium_id uuid, started_at timestamptz, like stage_fares
  ) on commit delete rows;
  create temp table if not exists stage_trips (
    like trips, was_medium_id uuid, was_started_at timestamptz
  ) on commit delete rows;
  create temp table if not exists stage_products (like products) on commit delete rows;
  create temp table if not exists stage_payments (like payments, was_opened_at timestamptz) on commit delete rows;
  create temp table if not exists stage_windows (
    medium_id uuid, opened_at timestamptz, payment_id uuid, srid text
  ) on commit delete rows;
  create temp table if not exists stage_references (like service_references) on commit delete rows;
  create temp table if not exists stage_settlements (like settlements) on commit delete rows;
  create temp table if not exists stage_authorisations (like authorisations) on commit delete rows;
  create temp table if not exists stage_media (
    medium_id uuid, operator_code text, scheme text, medium_type text, last_four text, first_seen_at timestamptz,
    last_seen_at timestamptz
  ) on commit delete rows`;

export const emptyStages = `
  truncate stage_taps, stage_left_payments, stage_exits, stage_fares, stage_boarded_fares, stage_trips, stage_products,
    stage_payments, stage_windows, stage_references, stage_settlements, stage_authorisations, stage_media`;

/**
 * Chunks are small beside the tables they meet, and each row meets at most one: index look-ups are the right plan
 * whatever the statistics of a table that is just being filled say.
 */
export const sessionSettings = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set temp_buffers = '64MB';
  set work_mem = '64MB';
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set jit = off;
  set timezone = 'UTC';
  set client_min_messages = warning`;

/** Of the connection beside it, whose statements are short: one that waits for a lock gives way, or all would wait. */
export const besideSettings = `
  set statement_timeout = '30s';
  set lock_timeout = '10s';
  set timezone = 'UTC';
  set client_min_messages = warning`;

export const copyRawRows = 'copy feed_rows (file_id, line_number, content) from stdin';

export const copyQuarantine = 'copy feed_quarantine (file_id, line_number, reason, detail) from stdin';

/** The statements of one staging table: how rows come in, and which of several with one key go out again. */
export interface StageStatements {
  copy: string;
  keepLatest: string;
}

/** Removes from a stage what a higher line of the file supersedes. */
export function keepLatest(stage: string, key: string): string {
  return `
    delete from ${stage}
    where ctid in (
      select ctid
      from (
        select ctid, row_number() over (partition by ${key} order by line_number desc) as version
        from ${stage}
      ) as versions
      where version > 1
    )`;
}
