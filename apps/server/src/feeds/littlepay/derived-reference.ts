import { sha256 } from '../../lib/hashing.ts';

/** Without I and O, which a passenger would read as digits. */
const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWX';

/**
 * A reference that a passenger can type, for a payment whose back office has none: always the same one. It has 14 of 32
 * characters (70 bits). Among a thousand million payments, one such system in some thousand has two with the same reference; the writer sets
 * the second one aside.
 */
export function derivedReference(paymentId: string, length: number): string {
  const digest = sha256(`reference of ${paymentId}`);
  let reference = '';
  for (let at = 0; at < length; at += 1) reference += letters.charAt(digest.readUInt8(at) & 31);
  return reference;
}
