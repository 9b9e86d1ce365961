/**
 * An instant as ISO 8601 in UTC with `Z`, null for null. Half the price of `to_char` with the same format, and the text
 * keeps every digit of the column.
 */
export function isoUtc(column: string): string {
  return `replace((${column} at time zone 'UTC')::text, ' ', 'T') || 'Z'`;
}
