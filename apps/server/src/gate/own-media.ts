/** A medium of a card as the card's passenger may see it. */
export interface OwnMedium {
  readonly mediumId: string;
  /** What is older belongs to whoever had the card before, as the database writes it; `-infinity` where it was nobody's. */
  readonly shownFrom: string;
}

/** The medium for those who hold a line of its statement, and for the administrator: nothing of it is left out. */
export function wholeHistory(mediumId: string): OwnMedium {
  return { mediumId, shownFrom: '-infinity' };
}

/** The columns of a card with the bounds of its history. */
export interface OwnMediaRow {
  readonly medium_id: string;
  readonly shown_from: string;
  /** Media that the bank has replaced by this one, the newest first, and the bound of each. */
  readonly former_media: readonly string[];
  readonly former_shown_from: readonly string[];
}

/** The media of a card, the newest first. */
export function ownMedia(card: OwnMediaRow): OwnMedium[] {
  const former = card.former_media.map((mediumId, index) => ({
    mediumId,
    // A bound that were missing would show what is somebody else's.
    shownFrom: card.former_shown_from[index] ?? 'infinity',
  }));
  return [{ mediumId: card.medium_id, shownFrom: card.shown_from }, ...former];
}
