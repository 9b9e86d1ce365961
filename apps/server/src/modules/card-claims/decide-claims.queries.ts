import { claimStates, objectionDays } from '@tapfolio/domain/claim-states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, boolean, instant, integer, notNull, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { laterBoundHolds, nextCardId } from '../cards/cards.sql.ts';

/** Claims whose owners have not objected in time, or have given the card up. */
export const listDue = statement({
  name: 'cardClaims.listDue',
  row: { claim_id: uuid, passenger_id: uuid, medium_id: uuid, owner_id: nullable(uuid), name: text },
  text: `select claim_id, passenger_id, medium_id, owner_id, name
  from card_claims
  where state = 'open' and object_until <= now()
  order by object_until, claim_id
  limit 100`,
});

export type DueClaim = ResultRow<typeof listDue>;

/** The current holder of the medium, and whether the bank has replaced it: then it is only a former medium of their card. */
export const findHolder = statement({
  name: 'cardClaims.findHolderNow',
  values: { mediumId: uuid },
  row: { passenger_id: uuid, card_id: integer, is_former: notNull(boolean, 'is null is never null') },
  text: `select passenger_id, card_id, successor_card_id is not null as is_former from cards where medium_id = $mediumId`,
});

export type Holder = ResultRow<typeof findHolder>;

/**
 * Takes the card from its owner, with the media that it had before, and keeps in the claim what it was called at the end. No row
 * when it is not theirs any more.
 */
export const takeFromOwner = statement({
  name: 'cardClaims.takeFromOwner',
  values: { claimId: uuid, ownerId: uuid, cardId: integer, mediumId: uuid },
  row: { medium_id: uuid },
  text: `with taken as (
    delete from cards
    where passenger_id = $ownerId
      and (card_id = $cardId or successor_card_id = $cardId)
      and exists (
        select
        from cards now
        where now.passenger_id = $ownerId and now.card_id = $cardId and now.medium_id = $mediumId
      )
    returning medium_id, name
  ),
  named as (
    update card_claims
    set owner_card_name = taken.name
    from taken
    where claim_id = $claimId and taken.medium_id = $mediumId
  )
  select medium_id
  from taken`,
});

/**
 * Gives the claimant the card under the next number. It has the chosen name, with a number behind it if another of their
 * cards has that name now. No row when the account is closed.
 */
export const giveToClaimant = statement({
  name: 'cardClaims.giveToClaimant',
  values: { passengerId: uuid, mediumId: uuid, name: text },
  row: { card_id: integer },
  text: `with numbered as (
    update passengers p
    set last_card_id = ${nextCardId('p')}
    where p.passenger_id = $passengerId and p.status = 'active'
    returning p.passenger_id, p.last_card_id
  )
  insert into cards (passenger_id, card_id, medium_id, name)
  select passenger_id, last_card_id, $mediumId, (
    select wish.name
    from generate_series(1, 1000) as n
    cross join lateral (select case n when 1 then $name else left($name, 36) || ' ' || n end as name) as wish
    where not exists (
      select
      from cards own
      where own.passenger_id = $passengerId
        and own.successor_card_id is null
        and card_name_key(own.name) = card_name_key(wish.name)
    )
    order by n
    limit 1
  )
  from numbered
  returning card_id`,
});

/** Hides the history of these media until now from their next holders. */
export const bindHistories = statement({
  name: 'cardClaims.bindHistories',
  values: { mediumIds: arrayOf(uuid) },
  text: `insert into history_bounds (medium_id, shown_from)
  select medium_id, clock_timestamp()
  from unnest($mediumIds::uuid[]) as medium_id
  ${laterBoundHolds}`,
});

/** Ends a claim whose time is over. No row when it ended before, or its owner gave the card up. */
export const endDue = statement({
  name: 'cardClaims.endDue',
  values: { claimId: uuid, ownerId: nullable(uuid), before: arrayOf(oneOf(claimStates)), next: oneOf(claimStates) },
  row: { claim_id: uuid },
  text: `update card_claims
  set state = $next, ended_at = now()
  where claim_id = $claimId
    and state = any($before)
    and object_until <= now()
    and owner_id is not distinct from $ownerId
  returning claim_id`,
});

/** Deletes claims that ended long enough ago to have no effect any more. Locked in the order in which a passenger who leaves locks them. */
export const deleteOld = statement({
  name: 'cardClaims.deleteOld',
  values: { days: integer },
  text: `with locked as (
    select claim_id
    from card_claims
    where ended_at < now() - make_interval(days => $days)
    order by claim_id
    for update
  )
  delete from card_claims using locked where card_claims.claim_id = locked.claim_id`,
});

/**
 * Gives the owner of a claimed card the whole week from now on, for each try to tell them of it. Nothing where the claim is decided
 * earlier: the owner gave the card up, or its bank replaced it.
 */
export const beginWeek = statement({
  name: 'cardClaims.beginWeek',
  values: { claimId: uuid },
  text: `update card_claims
  set object_until = now() + interval '${objectionDays} days'
  where claim_id = $claimId and state = 'open' and object_until > claimed_at`,
});

/**
 * What a mail about a claim in this state needs; the owner's card as they call it now, or called it when it left. `decided_at`: when the claim
 * is decided, or was.
 */
export const findForMail = statement({
  name: 'cardClaims.findForMail',
  values: { claimId: uuid, state: oneOf(claimStates) },
  row: {
    passenger_id: uuid,
    owner_id: nullable(uuid),
    name: text,
    owner_card_name: nullable(text),
    decided_at: notNull(instant, 'the owner always has a last day'),
  },
  text: `select claim.passenger_id, owner_id, claim.name, coalesce(card.name, owner_card_name) as owner_card_name,
    coalesce(ended_at, object_until) as decided_at
  from card_claims claim
  left join cards card on card.passenger_id = owner_id and card.medium_id = claim.medium_id
  where claim_id = $claimId and state = $state`,
});

/** What an owner calls a card that was claimed, if it is still theirs. */
export const findKeptCard = statement({
  name: 'cardClaims.findKeptCard',
  values: { passengerId: uuid, mediumId: uuid },
  row: { name: text },
  text: 'select name from cards where passenger_id = $passengerId and medium_id = $mediumId',
});
