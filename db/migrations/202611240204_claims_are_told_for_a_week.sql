-- The mail that tells an owner of a claim is tried for as long as the owner may object: 40 tries take 7.8 days, 12 took 16 hours.

create or replace function enqueue_claim_mail(kind text, claim uuid) returns void
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
    max_attempts => case when kind = 'card-claim-asked' then 40 else 12 end);
end
$$;
