import { accountStatuses } from '@tapfolio/domain/states.ts';
import { statement } from '@tapfolio/server/src/lib/sql.ts';
import { arrayOf, boolean, day, notNull, oneOf, text } from '@tapfolio/server/src/lib/sql-types.ts';

const names = notNull(arrayOf(text), 'an array, empty where there are none');

/** The existing accounts with these addresses, with the cards and favourites that they already have. */
export const listAccounts = statement({
  name: 'demo.listAccounts',
  values: { emails: arrayOf(text) },
  row: { email: text, cards: names, favourites: names },
  text: `select email,
    array(select card.name from cards card where card.passenger_id = passengers.passenger_id) as cards,
    array(select favourite.name from favourites favourite where favourite.passenger_id = passengers.passenger_id)
      as favourites
  from passengers
  where email = any($emails)`,
});

/** Changes that only the operator's back office makes. */
export const updateState = statement({
  name: 'demo.updateState',
  values: { email: text, status: oneOf(accountStatuses), mustChangePassword: boolean },
  text: `update passengers set status = $status, must_change_password = $mustChangePassword where email = $email`,
});

/**
 * Updates the provider's address in the accounts. The provider has another address if its port was taken at a start, but it is
 * the same provider: its people keep their accounts.
 */
export const moveIdentities = statement({
  name: 'demo.moveIdentities',
  values: { issuer: text },
  text: `update sso_identities set issuer = $issuer where issuer <> $issuer and issuer like 'http://localhost:%'`,
});

/**
 * Lets mails tell people of the unpaid fares of their cards: these were linked today, and a mail tells only of fares from after the link. Nobody
 * is told twice.
 */
export const tellOfUnpaid = statement({
  name: 'demo.tellOfUnpaid',
  values: { emails: arrayOf(text) },
  text: `with owed as materialized (
    select medium_id, min(opened_at) - interval '1 day' as before from debts group by medium_id
  ),
  owing as (
    update cards
    set linked_at = least(linked_at, owed.before)
    from owed, passengers
    where passengers.email = any($emails)
      and cards.passenger_id = passengers.passenger_id
      and owed.medium_id = cards.medium_id
    returning cards.medium_id
  )
  select from wake_card_news(array(select medium_id from owing), '{}', 0)`,
});

/** Lets a mail tell people of the refund that the operator makes at the start, once the bank has made it and not ten minutes later. */
export const tellOfRefunds = statement({
  name: 'demo.tellOfRefunds',
  values: { emails: arrayOf(text) },
  text: `select from wake_refund_news(
    array(select medium_id from cards join passengers using (passenger_id) where email = any($emails)), 30
  )`,
});

/** The same for a job that was asked for when the bank made the refund. */
export const tellOfRefundsSoon = statement({
  name: 'demo.tellOfRefundsSoon',
  values: { emails: arrayOf(text) },
  text: `update graphile_worker._private_jobs
  set run_at = now() + interval '30 seconds'
  where locked_at is null
    and payload->>'mail' = 'refund-news'
    and payload->>'passengerId' in (select passenger_id::text from passengers where email = any($emails))`,
});

/** Turns on the mails about each month for these people, as far as they are new, and asks for the one about the last month, once its travel is imported. */
export const tellOfMonth = statement({
  name: 'demo.tellOfMonth',
  values: { emails: arrayOf(text), month: day },
  text: `with wanting as (
    insert into month_mails (passenger_id, is_wanted, asked_month)
    select passenger_id, true, $month from passengers where email = any($emails)
    on conflict do nothing
    returning passenger_id
  )
  select
  from wanting
  cross join lateral graphile_worker.add_job(
    'send-mail',
    json_build_object(
      'mail', 'month-news', 'id', gen_random_uuid(), 'passengerId', passenger_id, 'month', to_char($month::date, 'YYYY-MM')),
    job_key => 'month-news:' || passenger_id,
    run_at => now() + interval '3 minutes')`,
});

/** Ends the earlier API keys of the city's back office. */
export const endKeys = statement({
  name: 'demo.endKeys',
  values: { name: text },
  text: `update api_keys set revoked_at = now() where name = $name and revoked_at is null`,
});

/** Sets the link date of the card with this statement reference to half a year ago. */
export const moveLink = statement({
  name: 'demo.moveLink',
  values: { srid: text },
  text: `update cards
  set linked_at = now() - interval '180 days'
  where medium_id in (select medium_id from service_references where srid = $srid)`,
});
