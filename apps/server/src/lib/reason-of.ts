/**
 * Why something failed, in words for the administrator. If a host name has several addresses and none can be connected to, Node's
 * error has no message of its own and contains one error for each address.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.message;
}
