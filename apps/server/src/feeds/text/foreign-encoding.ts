/** How files begin that are no UTF-8 text. */
const beginnings: readonly (readonly [hex: RegExp, problem: string])[] = [
  [/^(fffe|feff|..00..00..00|00..00..00..)/, 'the file is UTF-16 text; UTF-8 is needed'],
  [/^504b0[357]/, 'the file is a zip archive or a spreadsheet; unpack it or save it as text'],
  [/^(1f8b|425a68|fd377a585a|377abcaf|28b52ffd)/, 'the file is compressed; unpack it first'],
];

/** Returns why a file cannot be text that we read, from its first eight bytes; undefined if it may be. */
export function foreignEncoding(beginning: Buffer): string | undefined {
  const hex = beginning.toString('hex', 0, 8);
  return beginnings.find(([pattern]) => pattern.test(hex))?.[1];
}
