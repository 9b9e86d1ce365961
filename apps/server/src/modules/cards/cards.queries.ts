import { statement, untypedStatement } from '../../lib/sql.ts';
import { instant, integer, type RowOf, text, uuid } from '../../lib/sql-types.ts';

/** The account side of cards: who calls which medium what. */

const linkedColumns = { card_id: integer, name: text, medium_id: uuid, linked_at: instant };

export type LinkedCardRow = RowOf<typeof linkedColumns>;

const linkedList = Object.keys(linkedColumns).join(', ');

export const listLinkedCards = statement({
  name: 'cards.listLinked',
  values: { passengerId: uuid },
  row: linkedColumns,
  text: `select ${linkedList} from cards where passenger_id = $passengerId order by card_id`,
});

export const findLinkedCard = statement({
  name: 'cards.findLinked',
  values: { passengerId: uuid, cardId: integer },
  row: linkedColumns,
  text: `select ${linkedList} from cards where passenger_id = $passengerId and card_id = $cardId`,
});

/**
 * Gives the passenger's next card number. Locks the passenger's row until the transaction ends, so that parallel links
 * of one passenger take turns. Values: passenger.
 */
export const takeCardNumber = untypedStatement<{ card_id: number }>(
  'cards.takeNumber',
  `update passengers p
  set last_card_id = greatest(
    p.last_card_id,
    (select coalesce(max(c.card_id), 0) from cards c where c.passenger_id = p.passenger_id)
  ) + 1
  where p.passenger_id = $1 and p.status = 'active'
  returning p.last_card_id as card_id`,
);

/** Values: passenger, medium. */
export const findOwnCardOf = untypedStatement<{ card_id: number }>(
  'cards.findOwnCardOf',
  `select card_id from cards where passenger_id = $1 and medium_id = $2`,
);

/** Values: passenger, card, medium, name. */
export const insertCard = untypedStatement(
  'cards.insert',
  `insert into cards (passenger_id, card_id, medium_id, name)
  values ($1, $2, $3, $4)`,
);

/** Values: passenger, card, name. */
export const updateCardName = untypedStatement<{ card_id: number }>(
  'cards.updateName',
  `update cards
  set name = $3
  where passenger_id = $1 and card_id = $2
  returning card_id`,
);

/**
 * Locks the passenger's cards, so that two unlinks cannot both see "not the last one". Without the lock, parallel
 * unlinks left most accounts without a card. Values: passenger.
 */
export const lockCardNumbers = untypedStatement<{ card_id: number }>(
  'cards.lockNumbers',
  `select card_id
  from cards
  where passenger_id = $1
  order by card_id
  for update`,
);

/** Values: passenger, card. */
export const deleteCard = untypedStatement(
  'cards.delete',
  `delete from cards
  where passenger_id = $1 and card_id = $2`,
);
