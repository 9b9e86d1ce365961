/** Limits that the browser shows too. In a file without schemas, so that the browser loads none. */

/** The most rows that a list answers in one page. The choice "All" on the screens asks for this many, and says so if there are more. */
export const maxPageSize = 1000;
