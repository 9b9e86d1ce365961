/**
 * Decodes a path once, as typed by a person or a mail program: percent-escapes (also `%2F`), backslashes as slashes,
 * repeated slashes as one, accents composed. The answer starts with exactly one slash, so it never leaves the site.
 * Malformed escapes, control characters, halves of a character and dot segments give `undefined`; it never throws.
 */
export function decodePath(pathname: string): string | undefined {
  const segments = decodeSegments(pathname);
  return segments && `/${segments.join('/')}`;
}

/** The decoded segments of a path; see {@link decodePath} for the rules. */
export function decodeSegments(pathname: string): readonly string[] | undefined {
  let text: string;
  try {
    text = decodeURIComponent(pathname).normalize('NFC');
  } catch {
    return undefined;
  }
  const segments = text.split(/[\\/]/).filter((segment) => segment !== '');
  return /[\p{Cc}\p{Cs}]/u.test(text) || segments.some(isDots) ? undefined : segments;
}

/** `.` and `..` would climb to another path when a browser resolves the address. */
export function isDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}
