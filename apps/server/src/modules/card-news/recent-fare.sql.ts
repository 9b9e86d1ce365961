/** How long something of a card is news. */
export const newsDays = 14;

/**
 * Whether a fare that began at this instant can be news, or a refund that was made then. A payment may be open for a week, and banks refuse some
 * days after that; what a replay or a first import of a long history tells is older.
 */
export const isRecentFare = (at: string): string => `${at} >= now() - interval '${newsDays} days'`;
