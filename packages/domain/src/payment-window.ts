/** The longest payment window: the longest capping period, which is a month, and a few days. */
export const longestWindowDays = 40;

/** Trips of a payment start at most this number of days before its window opens or after it closes. */
export const windowSlackDays = 2;
