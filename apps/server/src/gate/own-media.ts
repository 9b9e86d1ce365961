/** A medium of a card as the card's passenger may see it. */
export interface OwnMedium {
  readonly mediumId: string;
  /** After a claim of the card, older history stays hidden. As the database writes it; `-infinity` if nothing is hidden. */
  readonly shownFrom: string;
}

/** The medium with its whole history: for people who know a line of its statement, and for the administrator. */
export function wholeHistory(mediumId: string): OwnMedium {
  return { mediumId, shownFrom: '-infinity' };
}

/** A medium as statements read it. */
export interface OwnMediumRow {
  readonly medium_id: string;
  readonly shown_from: string;
}

/** The medium of a row. */
export function ownMedium({ medium_id: mediumId, shown_from: shownFrom }: OwnMediumRow): OwnMedium {
  return { mediumId, shownFrom };
}

/** The media of the rows of the gate, which returns one row without a medium if there is none. */
export function ownMedia(rows: readonly { medium_id: string | null; shown_from: string }[]): OwnMedium[] {
  return rows.flatMap(({ medium_id, shown_from }) => (medium_id === null ? [] : ownMedium({ medium_id, shown_from })));
}
