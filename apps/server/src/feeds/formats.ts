import { elavon } from './elavon/format.ts';
import { enghouse } from './enghouse/format.ts';
import type { Format } from './format.ts';
import { gtfs } from './gtfs/format.ts';
import { littlepay } from './littlepay/format.ts';
import { productFiles } from './products/format.ts';

/** Every format that is imported, in the order in which deliveries are tried: those told apart by names go first. */
export const formats: readonly Format[] = [gtfs, enghouse, littlepay, elavon, productFiles];

/** The format of this name; undefined when there is none. */
export function formatNamed(name: string): Format | undefined {
  return formats.find((format) => format.name === name);
}
