import fc from 'fast-check';

/** An act with what it is about. */
export function act<const Name extends string, Wish>(
  name: Name,
  wish: { [Key in keyof Wish]: fc.Arbitrary<Wish[Key]> },
): fc.Arbitrary<{ act: Name } & Wish> {
  return fc.record<Wish>(wish).map((wished) => ({ act: name, ...wished }));
}
