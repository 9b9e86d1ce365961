import {
  claimPauseDays,
  claimStates,
  freshLineDays,
  objectionDays,
  withdrawnPauseDays,
} from '@tapfolio/domain/claim-states.ts';
import { cardOf } from '../../gate/own-media.sql.ts';
import { type ResultRow, selectList, statement } from '../../lib/sql.ts';
import { arrayOf, boolean, day, instant, integer, notNull, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { claimMails } from '../../queue/catalogue.ts';

/** The day of the payment that a statement line names, by its key, and whether the line is still fresh. */
export const findLineDay = statement({
  name: 'cardClaims.findLineDay',
  values: { mediumId: uuid, openedAt: instant, paymentId: uuid },
  row: { service_day: day, is_fresh: notNull(boolean, 'no instant is null') },
  text: `select service_day, opened_at > now() - interval '${freshLineDays} days' as is_fresh
  from payments
  where medium_id = $mediumId and opened_at = $openedAt and payment_id = $paymentId`,
});

/** A card of the passenger with this name: one row or none. */
export const findOwnName = statement({
  name: 'cardClaims.findOwnName',
  values: { passengerId: uuid, name: text },
  row: {},
  text: `select
  from cards
  where passenger_id = $passengerId and card_name_key(name) = card_name_key($name) and successor_card_id is null`,
});

/**
 * The card that has a medium, and its number if it is the claimant's own. No row when no account has the medium. Locks the card until
 * the transaction ends, so that its owner cannot unlink it.
 */
export const lockHolder = statement({
  name: 'cardClaims.lockHolder',
  values: { passengerId: uuid, mediumId: uuid },
  row: { own_card_id: nullable(integer) },
  text: `select case when passenger_id = $passengerId then coalesce(successor_card_id, card_id) end as own_card_id
  from cards
  where medium_id = $mediumId
  for key share`,
});

/** How an earlier claim of the same passenger ended, if they may not claim the medium again yet: one row or none. */
export const findPause = statement({
  name: 'cardClaims.findPause',
  values: { passengerId: uuid, mediumId: uuid },
  row: { state: oneOf(['objected', 'withdrawn']) },
  text: `select state
  from card_claims
  where passenger_id = $passengerId
    and medium_id = $mediumId
    and (
      (state = 'objected' and ended_at > now() - interval '${claimPauseDays} days')
      or (state = 'withdrawn' and ended_at > now() - interval '${withdrawnPauseDays} days')
    )
  order by state
  limit 1`,
});

/** The passenger's own open claim of a medium: a second click finds what the first one made. */
export const findOwnOpen = statement({
  name: 'cardClaims.findOwnOpen',
  values: { passengerId: uuid, mediumId: uuid },
  row: { claim_id: uuid },
  text: `select claim_id from card_claims where passenger_id = $passengerId and medium_id = $mediumId and state = 'open'`,
});

/** Claims the card, if another passenger linked it before the older of the two lines was opened. Else no row. */
export const insertClaim = statement({
  name: 'cardClaims.insert',
  values: { claimId: uuid, passengerId: uuid, mediumId: uuid, name: text, oldestLineAt: instant },
  row: { owner_id: nullable(uuid), card_id: notNull(integer, 'of the card that was found') },
  text: `with owned as (
    select passenger_id, card_id, medium_id, name
    from cards
    where medium_id = $mediumId
      and passenger_id <> $passengerId
      and successor_card_id is null
      and linked_at < $oldestLineAt
  )
  insert into card_claims (claim_id, passenger_id, medium_id, name, owner_id, owner_card_name, object_until)
  select $claimId, $passengerId, medium_id, $name, passenger_id, name, now() + interval '${objectionDays} days'
  from owned
  returning owner_id, (select card_id from owned) as card_id`,
});

/** Open, or ended recently. A passenger who has the card now does not see how a claim of it ended. */
const shownTo = (reader: '$passengerId' | '$ownerId') => `(
      state = 'open'
      or (
        ended_at > now() - interval '30 days'
        and not exists (
          select
          from cards now
          where now.passenger_id = ${reader} and now.medium_id = claim.medium_id
        )
      )
    )`;

const claimColumns = {
  claim_id: uuid,
  name: text,
  state: oneOf(claimStates),
  claimed_at: instant,
  object_until: instant,
  ended_at: nullable(instant),
};

/** What a passenger claims, or claimed recently without having the card now; the newest first. */
export const listClaims = statement({
  name: 'cardClaims.list',
  values: { passengerId: uuid },
  row: claimColumns,
  text: `select ${selectList(claimColumns)}
  from card_claims claim
  where passenger_id = $passengerId and ${shownTo('$passengerId')}
  order by claimed_at desc, claim_id
  limit 20`,
});

/** Claims of cards that a passenger has, and of those that went to a claimant recently. Never who claims. */
export const listAgainst = statement({
  name: 'cardClaims.listAgainst',
  values: { ownerId: uuid },
  row: {
    claim_id: uuid,
    card_name: notNull(text, 'a claim with an owner has the name of the card'),
    state: oneOf(['open', 'granted']),
    claimed_at: instant,
    object_until: instant,
    ended_at: nullable(instant),
    card_id: nullable(integer),
  },
  text: `select claim_id, coalesce(card.name, owner_card_name) as card_name, state, claimed_at, object_until, ended_at,
    ${cardOf('card')} as card_id
  from card_claims claim
  left join cards card on card.passenger_id = $ownerId and card.medium_id = claim.medium_id
  where owner_id = $ownerId and state in ('open', 'granted') and ${shownTo('$ownerId')}
  order by claimed_at desc, claim_id
  limit 20`,
});

export type ClaimRow = ResultRow<typeof listClaims>;
export type AgainstRow = ResultRow<typeof listAgainst>;

/** Ends a claim in the name of the person in one of its columns. */
function endAs(name: string, person: 'passenger_id' | 'owner_id') {
  return statement({
    name: `cardClaims.${name}`,
    values: { claimId: uuid, personId: uuid, before: arrayOf(oneOf(claimStates)), next: oneOf(claimStates) },
    row: { claim_id: uuid },
    text: `update card_claims
  set state = $next, ended_at = now()
  where claim_id = $claimId and ${person} = $personId and state = any($before)
  returning claim_id`,
  });
}

export const endAsClaimant = endAs('endAsClaimant', 'passenger_id');
export const endAsOwner = endAs('endAsOwner', 'owner_id');

/** One row if a claim is in that state, for its claimant or for the owner of the card; otherwise none. */
export const findInState = statement({
  name: 'cardClaims.findInState',
  values: { claimId: uuid, personId: uuid, state: oneOf(claimStates) },
  row: {},
  text: `select from card_claims where claim_id = $claimId and $personId in (passenger_id, owner_id) and state = $state`,
});

/** Asks for the mail about a claim. */
export const enqueueClaimMail = statement({
  name: 'cardClaims.enqueueClaimMail',
  values: { kind: oneOf(claimMails), claimId: uuid },
  text: 'select from enqueue_claim_mail($kind, $claimId)',
});

/** The claims by a passenger, and those of the passenger's cards. */
export const listOfPerson = statement({
  name: 'cardClaims.listOfPerson',
  values: { passengerId: uuid },
  row: { claim_id: notNull(uuid, 'the key, in both parts') },
  text: `select claim_id from card_claims where passenger_id = $passengerId
  union all
  select claim_id from card_claims where owner_id = $passengerId`,
});

/** Locks claims, always in the same order. */
export const lockClaims = statement({
  name: 'cardClaims.lock',
  values: { claimIds: arrayOf(uuid) },
  row: {},
  text: `select from card_claims where claim_id = any($claimIds) order by claim_id for update`,
});

/** Deletes the open claims of a passenger who leaves, and returns which owners keep their cards. */
export const dropOpen = statement({
  name: 'cardClaims.dropOpen',
  values: { passengerId: uuid },
  row: { claim_id: uuid, owner_id: nullable(uuid), medium_id: uuid },
  text: `delete from card_claims
  where passenger_id = $passengerId and state = 'open'
  returning claim_id, owner_id, medium_id`,
});
