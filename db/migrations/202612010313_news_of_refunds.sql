-- What mails have told a passenger of money that came back, and which passengers do not want to be told.

create table refund_news (
  passenger_id uuid not null,
  card_id integer not null,
  refund_id uuid not null,
  amount_minor bigint not null,
  currency char(3) not null,
  given_at timestamptz not null,
  told_at timestamptz not null default now(),
  undone_at timestamptz,
  is_sent boolean not null,
  constraint refund_news__pk primary key (passenger_id, card_id, refund_id),
  constraint refund_news__card_id_fk foreign key (passenger_id, card_id) references cards (passenger_id, card_id) on delete cascade
);
create index refund_news__told_at on refund_news (told_at);
comment on table refund_news is 'Refunds of which a mail has told the passenger';
comment on column refund_news.card_id is 'The card in the list of the passenger, also if the bank has replaced it since';
comment on column refund_news.refund_id is 'As the history showed it when the mail was written: under our id, or under that of its delivery';
comment on column refund_news.amount_minor is 'What the mail named; above zero';
comment on column refund_news.given_at is 'When the money was given back, as the history has it';
comment on column refund_news.told_at is 'When a mail said that the money came back, or would have said it to who wants such mails';
comment on column refund_news.undone_at is 'When it was known that the refund did not last; a mail said so if the passenger wants it';
comment on column refund_news.is_sent is 'False if the passenger did not want the mail: then no mail says that the refund did not last';
grant select, delete on refund_news to tapfolio_auth;
grant select, insert, update, delete on refund_news to tapfolio_worker;

alter table passengers
  drop constraint passengers__unwanted_news,
  add constraint passengers__unwanted_news check (unwanted_news <@ array['refused', 'accepted', 'refunded']);

-- The parts that change refunds see no account. They name cards, and learn nothing of who has them.
create function wake_refund_news(media uuid[], wait_seconds integer) returns void
language plpgsql
security definer
set search_path to public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-mail',
    payload => json_build_object(
      'mail', 'refund-news', 'id', gen_random_uuid(), 'passengerId', own.passenger_id, 'mediumId', own.medium_id),
    job_key => 'refund-news:' || own.passenger_id || ':' || own.medium_id,
    job_key_mode => 'preserve_run_at',
    run_at => now() + make_interval(secs => wait_seconds),
    max_attempts => 14,
    priority => 10)
  from (
    select own.passenger_id, own.medium_id
    from cards own
    join passengers using (passenger_id)
    where own.medium_id = any (media)
      and passengers.status = 'active'
    order by own.medium_id
  ) as own;
end
$$;
comment on function wake_refund_news(media uuid[], wait_seconds integer) is 'Asks for the mails about cards to which money came back, or whose refund did not last';
revoke all on function wake_refund_news(media uuid[], wait_seconds integer) from public;
grant execute on function wake_refund_news(media uuid[], wait_seconds integer) to tapfolio_feed, tapfolio_worker;

-- The mail says of a refund what the history says of it.
grant select on payments to tapfolio_worker;
grant select (file_id, line_number) on trips to tapfolio_worker;
grant select (first_seen_at, last_seen_at) on media to tapfolio_worker;
