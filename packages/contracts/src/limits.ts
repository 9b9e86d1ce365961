/** Limits that the browser shows too; a file of its own, so that no schema comes along with them. */

/** Rows a list answers at most in one page; the screens' "All" asks for this and says so when there is more. */
export const maxPageSize = 1000;
