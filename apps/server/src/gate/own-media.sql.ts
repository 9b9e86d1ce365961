import { arrayOf, instant, notNull, uuid } from '../lib/sql-types.ts';

/**
 * The media of a card with the bounds of their histories, for {@link ownMedia}. The bounds come with the card in the gate's one
 * statement: no reader can forget to ask for them.
 */
export const formerMediaColumns = {
  /** Media that the bank has replaced by this one, the newest first. */
  former_media: notNull(arrayOf(uuid), 'an array of rows, empty without any'),
  /** From when on each of them is shown. */
  former_shown_from: notNull(arrayOf(instant), 'an array of rows, empty without any'),
};

/** From when on the history of a medium is shown to who has the card; `-infinity` where nobody had it before. */
export const shownFrom = (medium: string) => `coalesce((
      select bound.shown_from from history_bounds bound where bound.medium_id = ${medium}
    ), '-infinity')`;

/** The former media of the card of this name in the statement, as a select list. */
export function formerMediaList(card: string, passengerId: string): string {
  const rows = `from cards former
      where former.passenger_id = ${passengerId} and former.successor_card_id = ${card}.card_id
      order by former.card_id desc`;
  return `array(
      select former.medium_id
      ${rows}
    ) as former_media,
    array(
      select ${shownFrom('former.medium_id')}
      ${rows}
    ) as former_shown_from`;
}
