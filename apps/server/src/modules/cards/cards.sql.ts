/** What statements that give a card to a passenger have in common. */

/** The next card id of a passenger, for `update passengers`: numbers are never used again, also not that of a removed card. */
export const nextCardId = (passenger: string) => `greatest(
    ${passenger}.last_card_id,
    (select coalesce(max(c.card_id), 0) from cards c where c.passenger_id = ${passenger}.passenger_id)
  ) + 1`;

/** For `insert into history_bounds`: of two bounds of a medium the later one holds. */
export const laterBoundHolds =
  'on conflict (medium_id) do update set shown_from = greatest(history_bounds.shown_from, excluded.shown_from)';
