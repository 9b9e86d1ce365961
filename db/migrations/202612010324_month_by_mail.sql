-- Which passengers get a mail about each month, and of which month they were told. A row stays when the mails are turned off: no month is told twice.

create table month_mails (
  passenger_id uuid not null,
  is_wanted boolean not null,
  asked_month date not null default '-infinity',
  told_month date not null default '-infinity',
  second_of_day integer not null default floor(random() * 86400),
  constraint month_mails__pk primary key (passenger_id)
);
create index month_mails__asked_month on month_mails (asked_month, second_of_day) where is_wanted;
comment on table month_mails is 'Who wants a mail about each month';
comment on column month_mails.asked_month is 'First day of the last month whose mail was asked for';
comment on column month_mails.told_month is 'First day of the last month that a mail told';
comment on column month_mails.second_of_day is 'When on the first day of the mails this one is asked for: drawn by lot, so that they do not all come at once';
grant select, insert, update, delete on month_mails to tapfolio_auth;
grant select, update on month_mails to tapfolio_worker;

-- Asks for the mails about a month of those passengers whose second of the day has come.
-- All other mails go first.
create function ask_for_months(month date, before integer, most integer) returns integer
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  asked uuid[];
begin
  with due as materialized (
    select mails.passenger_id
    from month_mails mails
    where mails.is_wanted
      and mails.asked_month < ask_for_months.month
      and mails.second_of_day < before
    order by mails.asked_month, mails.second_of_day
    limit most
    for update skip locked
  ), taken as (
    update month_mails
    set asked_month = ask_for_months.month
    from due
    where month_mails.passenger_id = due.passenger_id
    returning month_mails.passenger_id
  )
  select array_agg(passenger_id order by passenger_id) into asked from taken;
  if asked is null then
    return 0;
  end if;
  perform graphile_worker.add_jobs(array(
    select row(
        'send-mail',
        json_build_object('mail', 'month-news', 'id', gen_random_uuid(), 'passengerId', passenger_id, 'month', to_char(ask_for_months.month, 'YYYY-MM')),
        null, now(), 14, 'month-news:' || passenger_id, 20::smallint, null
      )::graphile_worker.job_spec
    from unnest(asked) as passenger_id));
  return cardinality(asked);
end
$$;
comment on function ask_for_months(month date, before integer, most integer) is 'Asks for some of the mails about a month; answers how many';
revoke all on function ask_for_months(month date, before integer, most integer) from public;
grant execute on function ask_for_months(month date, before integer, most integer) to tapfolio_worker;
