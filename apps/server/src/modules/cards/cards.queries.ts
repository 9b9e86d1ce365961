import { cardOf, newestFirst, shownFrom } from '../../gate/own-media.sql.ts';
import { statement } from '../../lib/sql.ts';
import { boolean, instant, integer, notNull, text, uuid } from '../../lib/sql-types.ts';
import { laterBoundHolds, nextCardId } from './cards.sql.ts';

/** The account side of cards: which passenger has which medium, and under which name. */

/** All media of a passenger's cards: those of a card together, the newest first. */
export const listLinkedMedia = statement({
  name: 'cards.listLinkedMedia',
  values: { passengerId: uuid },
  row: {
    card_id: notNull(integer, 'part of the key'),
    name: text,
    linked_at: instant,
    /** Whether the bank has replaced it. */
    is_former: notNull(boolean, 'a comparison with null'),
    medium_id: uuid,
    shown_from: notNull(instant, 'coalesced'),
  },
  text: `select ${cardOf('cards')} as card_id, name, linked_at, successor_card_id is not null as is_former, medium_id,
    ${shownFrom('cards.medium_id')} as shown_from
  from cards
  where passenger_id = $passengerId
  order by 1, ${newestFirst('cards')}`,
});

export const findLinkedCard = statement({
  name: 'cards.findLinked',
  values: { passengerId: uuid, cardId: integer },
  row: { name: text, linked_at: instant },
  text: `select name, linked_at
  from cards
  where passenger_id = $passengerId and card_id = $cardId and successor_card_id is null`,
});

/** The media of all cards of a passenger, those included that the bank has replaced. */
export const listMedia = statement({
  name: 'cards.listMedia',
  values: { passengerId: uuid },
  row: { medium_id: uuid, shown_from: notNull(instant, 'coalesced') },
  text: `select medium_id, ${shownFrom('cards.medium_id')} as shown_from
  from cards
  where passenger_id = $passengerId
  order by card_id`,
});

/** The card of any passenger that has this medium: one row or none. */
export const findHolder = statement({
  name: 'cards.findHolder',
  values: { mediumId: uuid },
  row: {},
  text: 'select from cards where medium_id = $mediumId',
});

/** Moves a card to another medium. No row if it does not have the former medium any more. */
export const replaceMedium = statement({
  name: 'cards.replaceMedium',
  values: { passengerId: uuid, cardId: integer, mediumId: uuid, successorId: uuid },
  row: { name: text },
  text: `update cards
  set medium_id = $successorId
  where passenger_id = $passengerId and card_id = $cardId and medium_id = $mediumId and successor_card_id is null
  returning name`,
});

/**
 * Hides the new medium's history before the same instant as the old one's: the new medium may have travelled while the card
 * belonged to another passenger.
 */
export const passOnBound = statement({
  name: 'cards.passOnBound',
  values: { mediumId: uuid, successorId: uuid },
  text: `insert into history_bounds (medium_id, shown_from)
  select $successorId, shown_from
  from history_bounds
  where medium_id = $mediumId
  ${laterBoundHolds}`,
});

/** A card that has this medium now and had another one before: one row or none. */
export const findReplaced = statement({
  name: 'cards.findReplaced',
  values: { passengerId: uuid, cardId: integer, mediumId: uuid },
  row: {},
  text: `select
  from cards
  where passenger_id = $passengerId
    and card_id = $cardId
    and medium_id = $mediumId
    and exists (
      select from cards former where former.passenger_id = $passengerId and former.successor_card_id = $cardId
    )`,
});

/** Keeps the medium that a card had before. */
export const insertFormerMedium = statement({
  name: 'cards.insertFormerMedium',
  values: { passengerId: uuid, cardId: integer, mediumId: uuid, name: text, successorCardId: integer },
  text: `insert into cards (passenger_id, card_id, medium_id, name, successor_card_id)
  values ($passengerId, $cardId, $mediumId, $name, $successorCardId)`,
});

/**
 * Gives the passenger's next card id. Locks the passenger's row until the transaction ends, so that parallel links
 * of one passenger take turns.
 */
export const takeCardId = statement({
  name: 'cards.takeId',
  values: { passengerId: uuid },
  row: { card_id: integer },
  text: `update passengers p
  set last_card_id = ${nextCardId('p')}
  where p.passenger_id = $passengerId and p.status = 'active'
  returning p.last_card_id as card_id`,
});

export const findOwnCardOf = statement({
  name: 'cards.findOwnCardOf',
  values: { passengerId: uuid, mediumId: uuid },
  row: { card_id: notNull(integer, 'part of the key') },
  text: `select coalesce(successor_card_id, card_id) as card_id
  from cards
  where passenger_id = $passengerId and medium_id = $mediumId`,
});

export const insertCard = statement({
  name: 'cards.insert',
  values: { passengerId: uuid, cardId: integer, mediumId: uuid, name: text },
  text: `insert into cards (passenger_id, card_id, medium_id, name)
  values ($passengerId, $cardId, $mediumId, $name)`,
});

/** Gives a card its name, and tells whether it had another one. */
export const updateCardName = statement({
  name: 'cards.updateName',
  values: { passengerId: uuid, cardId: integer, name: text },
  row: { is_renamed: notNull(boolean, 'the name of a card is never null') },
  text: `with former as (
    select card_id, name
    from cards
    where passenger_id = $passengerId and card_id = $cardId and successor_card_id is null
    for update
  ), renamed as (
    update cards
    set name = $name
    from former
    where cards.passenger_id = $passengerId and cards.card_id = former.card_id and former.name <> $name
  )
  select name <> $name as is_renamed from former`,
});

/**
 * Locks the passenger's cards, so that an unlink waits for a claim of its card that is being made, and then sees it. The lock of the
 * account comes before: a card with former media is deleted in several rows, and a claim that is decided deletes the same rows.
 */
export const lockCardIds = statement({
  name: 'cards.lockIds',
  values: { passengerId: uuid },
  row: { card_id: integer },
  text: `select card_id
  from cards
  where passenger_id = $passengerId and successor_card_id is null
  order by card_id
  for update`,
});

/**
 * For a claimed card that its passenger unlinks: the claim becomes due at once, and the next holder of the card sees nothing of the time
 * before. `object_until` is set to the time of the claim and not to now, since now would lead to the event of the unlinking.
 */
export const leaveClaimed = statement({
  name: 'cards.leaveClaimed',
  values: { passengerId: uuid, cardId: integer },
  text: `with given_up as (
    update card_claims
    set owner_id = null, owner_card_name = null, object_until = claimed_at
    where owner_id = $passengerId
      and state = 'open'
      and medium_id = (select medium_id from cards where passenger_id = $passengerId and card_id = $cardId)
    returning medium_id
  )
  insert into history_bounds (medium_id, shown_from)
  select medium_id, clock_timestamp()
  from given_up
  ${laterBoundHolds}`,
});

/** A claim of a medium that the bank has replaced cannot be granted: it becomes due at once, and ends. */
export const hastenClaim = statement({
  name: 'cards.hastenClaim',
  values: { passengerId: uuid, mediumId: uuid },
  text: `update card_claims
  set object_until = claimed_at
  where owner_id = $passengerId and medium_id = $mediumId and state = 'open'`,
});

export const deleteCard = statement({
  name: 'cards.delete',
  values: { passengerId: uuid, cardId: integer },
  text: `delete from cards
  where passenger_id = $passengerId and (card_id = $cardId or successor_card_id = $cardId)`,
});
