/** How long a payment window may be: the longest capping period, a month, and a few days. */
export const longestWindowDays = 40;

/** Trips of a payment start at most so many days before its window opens or after it closes. */
export const windowSlackDays = 2;
