/**
 * Looks for a row about the instant that the caller knows of, and through all months only where it is not there: the back office
 * may have moved it since the list was read.
 */
export async function inOneMonthFirst<Row>(
  find: (at: string | null) => Promise<Row[]>,
  at: string | undefined,
): Promise<Row[]> {
  if (at !== undefined) {
    const rows = await find(at);
    if (rows.length > 0) return rows;
  }
  return await find(null);
}
