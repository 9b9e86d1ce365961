/** A list with no more rows needs no choice. */
export const smallestPage = 10;
/** Rows per page; `all` is as many as the server sends at once. */
export type PageSize = typeof smallestPage | 20 | 50 | 'all';
export const pageSizes: readonly PageSize[] = [smallestPage, 20, 50, 'all'];

/** Reads a page size from the address. */
export function toPageSize(value: unknown): PageSize | undefined {
  return pageSizes.find((size) => String(size) === String(value));
}
