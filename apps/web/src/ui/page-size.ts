/** Rows per page; `all` is as many as the server sends at once. */
export type PageSize = 10 | 20 | 50 | 'all';
export const pageSizes: readonly PageSize[] = [10, 20, 50, 'all'];

/** Reads a page size from the address. */
export function toPageSize(value: unknown): PageSize | undefined {
  return pageSizes.find((size) => String(size) === String(value));
}
