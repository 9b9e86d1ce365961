import { isDeepStrictEqual } from 'node:util';

/** Collects what two surfaces say differently. */
export class Contradictions {
  readonly found: string[] = [];

  /** Notes the two values unless they are the same. */
  same(what: string, one: unknown, other: unknown): void {
    if (!isDeepStrictEqual(one, other)) this.found.push(`${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
  }

  /** Notes the sentence unless it is true. */
  holds(what: string, isTrue: boolean): void {
    if (!isTrue) this.found.push(what);
  }
}

/** These fields of a row. */
export function pick<Value extends object>(value: Value, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(value, key)]));
}

/** The sum of amounts of one currency. */
export const sum = (amounts: readonly { amountMinor: number }[]) =>
  amounts.reduce((total, { amountMinor }) => total + amountMinor, 0);
