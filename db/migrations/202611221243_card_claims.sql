-- The holder of two fresh statement lines may ask for a card that another account has.

create table card_claims (
  claim_id uuid not null,
  passenger_id uuid not null,
  medium_id uuid not null,
  name text not null,
  state text not null default 'open',
  owner_id uuid,
  owner_card_name text,
  claimed_at timestamptz not null default now(),
  object_until timestamptz not null,
  ended_at timestamptz,
  constraint card_claims__pk primary key (claim_id),
  constraint card_claims__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint card_claims__state check (state in ('open', 'objected', 'granted', 'withdrawn', 'void')),
  constraint card_claims__ended check ((state = 'open') = (ended_at is null)),
  constraint card_claims__two_people check (owner_id <> passenger_id)
);
create unique index card_claims__open on card_claims (medium_id) where state = 'open';
create index card_claims__passenger_id on card_claims (passenger_id);
create index card_claims__owner_id on card_claims (owner_id) where owner_id is not null;
create index card_claims__object_until on card_claims (object_until) where state = 'open';
create index card_claims__ended_at on card_claims (ended_at) where ended_at is not null;
comment on table card_claims is 'Who asks for a card that another account has, and what became of it';
comment on column card_claims.name is 'What the claimant will call the card';
comment on column card_claims.owner_id is 'The passenger who has the card and may object, or had it; null once they gave it up';
comment on column card_claims.owner_card_name is 'What the owner calls the card, or called it';
comment on column card_claims.object_until is 'When the card goes to the claimant unless the owner objects; earlier once the owner gave the card up';

grant select, insert, update on card_claims to tapfolio_portal;
grant select, update, delete on card_claims to tapfolio_auth;
grant select, update, delete on card_claims to tapfolio_worker;
grant insert, update on history_bounds to tapfolio_auth;
grant insert, update on history_bounds to tapfolio_worker;
grant select, insert, delete on cards to tapfolio_worker;
grant select (last_card_id), update (last_card_id) on passengers to tapfolio_worker;
grant insert on audit_events to tapfolio_worker;
grant execute on function card_name_key(name text) to tapfolio_worker;

-- The portal asks for no other mail, and reads nobody's address.
create function enqueue_claim_mail(kind text, claim uuid) returns void
language plpgsql
security definer
set search_path to public, pg_temp
as $$
begin
  if kind is null or kind not like 'card-claim-%' then
    raise exception 'no claim asks for the mail %', kind;
  end if;
  perform graphile_worker.add_job(
    'send-mail',
    payload => json_build_object('mail', kind, 'id', claim),
    job_key => kind || ':' || claim,
    max_attempts => 12);
end
$$;
comment on function enqueue_claim_mail(kind text, claim uuid) is 'Asks for a mail about a claim of a card';
revoke all on function enqueue_claim_mail(kind text, claim uuid) from public;
grant execute on function enqueue_claim_mail(kind text, claim uuid) to tapfolio_portal, tapfolio_worker;
