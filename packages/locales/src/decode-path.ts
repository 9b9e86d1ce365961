/**
 * Decodes a path once, as typed by a person or a mail program: percent-escapes (also `%2F`), backslashes as slashes,
 * repeated slashes as one, accents composed. The result starts with exactly one slash, so it never leaves the site.
 * For malformed escapes, control characters, half characters and dot segments it returns `undefined`; it never throws.
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

/** A browser that resolves the address would turn `.` and `..` into another path. */
export function isDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}
