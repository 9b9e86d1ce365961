/** Limits that the browser shows too. In a file without schemas, so that the browser loads none. */

/** The most rows that a list answers in one page. The choice "All" on the screens asks for this many, and says so if there are more. */
export const maxPageSize = 1000;

/** The most days of a travel statement: a leap year. The text of `travel_statement_too_long` names this number and the next. */
export const longestStatementDays = 366;

/** The most payments of a travel statement: as many as a list shows on one page, which the passenger can compare with it. */
export const mostStatementPayments = 1000;

/** The most days of a proof of travel: three months. The text of `travel_proof_too_long` names this number and the next. */
export const longestProofDays = 92;

/** The most trips of a proof of travel: as many as a list shows on one page, which the passenger can compare with it. */
export const mostProofTrips = 1000;

/** The most characters of the page that asks whether the session is still open. A longer path is cut. */
export const longestInvokedBy = 200;

/** The most characters of the page that sign-in at the identity provider leads back to. A longer path is left out. */
export const longestReturnTo = 500;

/** The most characters of the version of the data-protection terms, which each registration and consent sends. */
export const maxConsentVersion = 40;
