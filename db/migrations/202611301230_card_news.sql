-- What mails have told a passenger about a card: that it is refused because of an unpaid fare, and that it is accepted again.

create table card_news (
  passenger_id uuid not null,
  card_id integer not null,
  payment_id uuid not null,
  refused_at timestamptz not null default now(),
  accepted_at timestamptz,
  constraint card_news__pk primary key (passenger_id, card_id, payment_id),
  constraint card_news__card_id_fk foreign key (passenger_id, card_id) references cards (passenger_id, card_id) on delete cascade
);
create index card_news__refused_at on card_news (refused_at);
comment on table card_news is 'Unpaid fares of which a mail has told the passenger';
comment on column card_news.card_id is 'The card in the list of the passenger, also if the bank has replaced it since';
comment on column card_news.refused_at is 'When a mail said that the card is refused because of the fare';
comment on column card_news.accepted_at is 'When it was known that the card is accepted again; a mail said so if the passenger wants it';
grant select, delete on card_news to tapfolio_auth;
grant select, insert, update, delete on card_news to tapfolio_worker;
grant select (medium_id, status) on media to tapfolio_worker;
grant select (service_day) on payments to tapfolio_worker;

-- The parts that change unpaid fares see no account. They name cards, and learn nothing of who has them.
create function wake_card_news(refused uuid[], settled uuid[], wait_seconds integer) returns void
language plpgsql
security definer
set search_path to public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-mail',
    payload => json_build_object(
      'mail', 'card-news', 'id', gen_random_uuid(), 'passengerId', own.passenger_id, 'mediumId', own.medium_id),
    job_key => 'card-news:' || own.passenger_id || ':' || own.medium_id,
    job_key_mode => 'preserve_run_at',
    run_at => now() + make_interval(secs => wait_seconds),
    max_attempts => 14)
  from (
    select own.passenger_id, own.medium_id
    from cards own
    join passengers using (passenger_id)
    where own.medium_id = any (refused || settled)
      and passengers.status = 'active'
      and (
        own.medium_id = any (refused)
        or own.medium_id = any (settled)
        and exists (
          select from card_news told
          where told.passenger_id = own.passenger_id
            and told.card_id = coalesce(own.successor_card_id, own.card_id)
            and told.accepted_at is null
        )
      )
    order by own.medium_id
  ) as own;
end
$$;
comment on function wake_card_news(refused uuid[], settled uuid[], wait_seconds integer) is 'Asks for the mails about cards of which a fare is unpaid, or settled after a mail';
revoke all on function wake_card_news(refused uuid[], settled uuid[], wait_seconds integer) from public;
grant execute on function wake_card_news(refused uuid[], settled uuid[], wait_seconds integer) to tapfolio_feed, tapfolio_portal, tapfolio_worker;
