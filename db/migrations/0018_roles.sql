-- One role for each part of the server that comes to the database, with the rights its statements need and no others
-- (docs/decisions/0013). Nobody signs in with them: a login that is a member becomes one of them with its connection.
-- Roles belong to the whole cluster, so another database may have made them before, or at this very moment.
do $$
declare
  part text;
begin
  foreach part in array array['tapfolio_auth', 'tapfolio_portal', 'tapfolio_feed', 'tapfolio_worker'] loop
    if not exists (select from pg_roles where rolname = part) then
      begin
        execute format('create role %I nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls', part);
      exception
        when duplicate_object or unique_violation then
          null;
        when insufficient_privilege then
          raise exception 'the role % is missing and % may not create it: let an administrator run the statements in docs/runbook.md, "Roles of the database"',
            part, current_user;
      end;
    end if;
    -- So that one login can do everything by turns; where an administrator made the roles, they grant this as well.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to %I', part, current_user);
      exception when insufficient_privilege then
        null;
      end;
    end if;
  end loop;
end
$$;

revoke create on schema public from public;
grant usage on schema public to tapfolio_auth, tapfolio_portal, tapfolio_feed, tapfolio_worker;
grant select on schema_migrations to tapfolio_auth, tapfolio_portal, tapfolio_feed, tapfolio_worker;

-- Who someone is: the account side, and of the travel side what the data export hands out.
grant select, insert, update on passengers to tapfolio_auth;
grant select, insert, update, delete on credentials, registrations, sessions, passkeys, sign_in_codes, throttles to tapfolio_auth;
grant select, insert, delete on former_passwords, password_resets, passkey_challenges, sso_identities, sso_flows, cards to tapfolio_auth;
grant select, insert on sso_sessions, sso_logout_tokens, consents, audit_events to tapfolio_auth;
grant select on media, taps, trips, payments, settlements, authorisations, products, service_references to tapfolio_auth;

-- The passenger's own data: who is asking, their cards, and the travel side for reading.
grant select (passenger_id, status, display_language, is_sso_shadow_user, last_card_id), update (last_card_id)
  on passengers to tapfolio_portal;
grant select (token_hash, passenger_id, last_seen_at, expires_at, idle_seconds), update (last_seen_at) on sessions to tapfolio_portal;
grant select, insert, update (name), delete on cards to tapfolio_portal;
grant select, insert, update, delete on throttles to tapfolio_portal;
grant insert on audit_events to tapfolio_portal;
grant select on media, trips, payments, settlements, products, service_references, operators, lines, stops, feed_files to tapfolio_portal;

-- The back office's files: the only writer of the travel side, and nothing of the account side.
grant select, insert, update on operators, lines, stops, media, settlements, authorisations, service_references, tap_lookups,
  trip_lookups, feed_files to tapfolio_feed;
grant select, insert, update, delete on taps, trips, payments, products, feed_waiting to tapfolio_feed;
grant insert on feed_rows, feed_quarantine to tapfolio_feed;

-- Mails, and forgetting what has run out. Columns where the row holds a secret.
grant select (passenger_id, email, display_language, status) on passengers to tapfolio_worker;
grant select (registration_id, email, language, expires_at), delete on registrations to tapfolio_worker;
grant select (reset_id, passenger_id, expires_at), delete on password_resets to tapfolio_worker;
grant select (code_id, passenger_id, expires_at), delete on sign_in_codes to tapfolio_worker;
grant select (last_seen_at, expires_at, idle_seconds), delete on sessions to tapfolio_worker;
grant select (expires_at), delete on sso_flows, sso_logout_tokens, passkey_challenges to tapfolio_worker;
grant select (window_ends_at, pending_until), delete on throttles to tapfolio_worker;
grant select, delete on settlements, authorisations, products, service_references, tap_lookups, trip_lookups, feed_waiting to tapfolio_worker;
grant select (file_id, line_number), delete on feed_rows, feed_quarantine to tapfolio_worker;
grant select on feed_files to tapfolio_worker;

-- What no grant can say runs with the owner's rights, each with its own narrow door.

create or replace function ensure_months(first_instant timestamptz, last_instant timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_start timestamp; -- wall time of UTC
  table_name text;
  month_name text;
begin
  if first_instant is null or last_instant is null or last_instant > first_instant + interval '20 years' then
    raise exception 'months are made for twenty years at a time at most';
  end if;
  for month_start in
    select generate_series(
      date_trunc('month', first_instant at time zone 'UTC'),
      date_trunc('month', last_instant at time zone 'UTC'),
      interval '1 month')
  loop
    foreach table_name in array array['taps', 'trips', 'payments'] loop
      month_name := table_name || '_' || to_char(month_start, 'YYYYMM');
      continue when to_regclass(month_name) is not null;
      execute format('create table %I (like %I including all)', month_name, table_name);
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        table_name,
        month_name,
        month_start at time zone 'UTC',
        (month_start + interval '1 month') at time zone 'UTC'
      );
    end loop;
  end loop;
end
$$;

create or replace function drop_month_before(cutoff timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_table text;
begin
  if cutoff is null or cutoff > now() - interval '1 month' then
    raise exception 'travel of the last month is not dropped';
  end if;
  select child.relname into month_table
  from pg_inherits i
  join pg_class parent on parent.oid = i.inhparent
  join pg_class child on child.oid = i.inhrelid
  where parent.relname in ('taps', 'trips', 'payments')
    and parent.relnamespace = 'public'::regnamespace
    and (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= cutoff
  order by child.relname
  limit 1;
  if month_table is not null then
    execute format('drop table %I', month_table);
  end if;
  return month_table;
end
$$;

create function delete_old_audit_events(months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if months is null or months < 1 then
    raise exception 'events of the last month are not deleted';
  end if;
  delete from audit_events where at < now() - make_interval(months => months);
end
$$;
comment on function delete_old_audit_events is 'The only way to delete an audit event: by age';

create function delete_old_tombstones(months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if months is null or months < 1 then
    raise exception 'accounts closed in the last month are not forgotten';
  end if;
  delete from passengers where status = 'anonymised' and created_at < now() - make_interval(months => months);
end
$$;
comment on function delete_old_tombstones is 'The only way to delete a passenger: closed, and long ago';

-- The queue's tables are row-secured by its library; these two are all that calls have to do with it. It may be
-- installed after this migration, so the bodies look it up when they run.
create function enqueue_job(task text, payload json, key text, most_attempts integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if task is distinct from 'send-mail' then
    raise exception 'no call asks for the job %', task;
  end if;
  perform graphile_worker.add_job(task, payload => payload, job_key => key, max_attempts => most_attempts);
end
$$;
comment on function enqueue_job is 'Asks for a job; the recurring ones are nothing that a call asks for';

create function remove_jobs_about(passenger uuid, subjects uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.remove_job(key)
  from graphile_worker._private_jobs
  where key is not null and (payload->>'passengerId' = passenger::text or payload->>'id' = any (subjects::text[]));
end
$$;
comment on function remove_jobs_about is 'Takes back what is still to be done for a passenger; a job that runs is not tried again';

revoke execute on function enqueue_job, remove_jobs_about, ensure_months, drop_month_before, delete_old_audit_events,
  delete_old_tombstones from public;
grant execute on function enqueue_job, remove_jobs_about to tapfolio_auth;
grant execute on function ensure_months to tapfolio_feed;
grant execute on function drop_month_before, delete_old_audit_events, delete_old_tombstones to tapfolio_worker;
