/**
 * What a statement about the media of a card needs. A card has one row for its medium and one for each that the bank has replaced
 * by it; the bound of a medium comes with its row, so no reader can forget to ask for it.
 */

/** The number of the card that shows a medium: its own, or that of the card which goes on with its travel. */
export const cardOf = (row: string) => `coalesce(${row}.successor_card_id, ${row}.card_id)`;

/** Sorts the media of a card, the newest first. */
export const newestFirst = (row: string) => `${row}.successor_card_id nulls first, ${row}.card_id desc`;

/** From which time on the holder of the card sees the history of a medium; `-infinity` if there is no bound. */
export const shownFrom = (medium: string) => `coalesce((
      select bound.shown_from from history_bounds bound where bound.medium_id = ${medium}
    ), '-infinity')`;
