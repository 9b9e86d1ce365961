/**
 * Whether a fare that began at this instant can be news. A payment may be open for a week, and banks refuse some days after that; what a replay or a
 * first import of a long history tells is older.
 */
export const isRecentFare = (openedAt: string): string => `${openedAt} >= now() - interval '14 days'`;
