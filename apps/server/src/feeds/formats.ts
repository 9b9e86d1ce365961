import { elavon } from './elavon/format.ts';
import { enghouse } from './enghouse/format.ts';
import type { Format } from './format.ts';
import { gtfs } from './gtfs/format.ts';
import { littlepay } from './littlepay/format.ts';
import { productFiles } from './products/format.ts';

/** All formats, in the order in which deliveries are tried: those recognised by names come first. */
export const formats: readonly Format[] = [gtfs, enghouse, littlepay, elavon, productFiles];

/** The format with this name; undefined if there is none. */
export function formatNamed(name: string): Format | undefined {
  return formats.find((format) => format.name === name);
}
