/** A compiled catalogue: for each key of `M` its text, or a function from the message's arguments to it. */
export type Catalogue<M> = { readonly [K in keyof M]: string | ((args: M[K]) => unknown) };

/**
 * What follows the key. An unknown key counts as any of the keys: nothing needs to follow it then, so that the compiler complains about
 * the key and not about the number of arguments.
 */
type Args<M, K extends keyof M> = [keyof M & string] extends [K]
  ? [args?: unknown]
  : M[K] extends undefined
    ? []
    : [args: M[K]];

/**
 * Looks a text up. An unknown key, a missing argument or an argument of the wrong type does not compile.
 * `M` is one of the message types of `generated/keys.ts`.
 */
export type Translate<M> = <K extends keyof M & string>(key: K, ...args: Args<M, K>) => string;

/**
 * Makes the look-up function of a catalogue. Parts are joined by spreading: `translator({ ...public, ...area })`.
 * A missing text never breaks a screen.
 * @param missing what stands for a text that the catalogue does not have; the key itself unless said otherwise
 */
export function translator<M>(catalogue: Catalogue<M>, missing: (key: string) => string = (key) => key): Translate<M> {
  // `Args` has checked the types of the arguments.
  return (key, ...[args]) => {
    const message: unknown = Reflect.get(catalogue, key);
    if (typeof message === 'string') return message;
    return typeof message === 'function' ? String(message(args)) : missing(key);
  };
}
