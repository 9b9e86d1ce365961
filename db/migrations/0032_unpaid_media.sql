-- What a card owes was asked of every month of its payments, for the few cards that owe anything.

create table unpaid_media (
  medium_id uuid not null,
  since timestamptz not null,
  constraint unpaid_media__pk primary key (medium_id)
);
comment on table unpaid_media is 'The cards that owe something, so that nothing is looked for among the payments of the others';
comment on column unpaid_media.since is 'No unpaid payment of the card was opened before; the oldest may be younger';

insert into unpaid_media (medium_id, since)
select medium_id, min(opened_at)
from payments
where status = 'payment_error' and due_minor > paid_minor
group by medium_id;

do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_table('unpaid_media', 'medium_id', colocate_with => 'media');
  end if;
end
$$;

grant select, insert, update, delete on unpaid_media to tapfolio_feed;
grant select on unpaid_media to tapfolio_auth, tapfolio_portal;
