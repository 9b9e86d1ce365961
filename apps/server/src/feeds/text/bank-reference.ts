import { longest, text } from './values.ts';

/**
 * The bank's own reference of a movement. Null for zeros and signs alone: some write them where there is none, and all such payments
 * would count as one. @throws as `text`.
 */
export function bankReference(value: string | null, column: string): string | null {
  const reference = text(value, column, longest.id);
  return reference !== null && /[\p{L}1-9]/u.test(reference) ? reference : null;
}
