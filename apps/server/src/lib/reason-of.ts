/**
 * Why something failed, in words for the administrator. Where a host name has several addresses, Node tells of a connection
 * that none of them took by an error without a message, around one for each address.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.message;
}
