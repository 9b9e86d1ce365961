import { lacksNuls, shownNul } from './nuls.ts';
import { BadRow } from './values.ts';

/** How a row is told that lacks characters. */
interface Lacking {
  readonly columns: readonly string[];
  /** The places of ids, tokens and other values that must be right: another one would be of another card, tap or payment. */
  readonly exact: ReadonlySet<number>;
}

/** @throws BadRow if a number of the row has NUL characters, or an exact value a character that cannot be read. */
export function refuseLacking(text: string, fields: readonly string[], { columns, exact }: Lacking): void {
  const hasNuls = text.includes(shownNul);
  if (!hasNuls && !text.includes('\uFFFD')) return;
  const detail = (at: number) => `${columns[at] ?? ''}: ${(fields[at] ?? '').slice(0, 100)}`;
  const number = fields.findIndex(lacksNuls);
  if (number !== -1) throw new BadRow('NUL characters in a number', detail(number));
  const value = fields.findIndex((cell, at) => exact.has(at) && /[\u2400\uFFFD]/.test(cell));
  if (value !== -1) throw new BadRow('a character cannot be read', detail(value));
}
