import { type Header, readHeader } from '../text/header.ts';
import type { Entity } from './entity.ts';
import { payWindows } from './pay-windows.ts';
import { taps } from './taps.ts';
import { ticketResults } from './ticket-results.ts';
import { transactions } from './transactions.ts';

const entities: readonly Entity[] = [taps, ticketResults, payWindows, transactions];

export const separator = ';';

export interface Recognised {
  entity: Entity;
  header: Header;
}

/** Tells by its header what a file holds, whatever folder it lies in; a text says why it is none of ours. */
export function recognise(headerText: string): Recognised | string {
  const header = readHeader(headerText, separator);
  const entity = entities.find(({ required }) => header.missing(required).length === 0);
  if (entity) return { entity, header };
  const [closest] = entities
    .map(({ name, required }) => ({ name, required, missing: header.missing(required) }))
    .sort((a, b) => a.missing.length / a.required.length - b.missing.length / b.required.length);
  if (!closest || closest.missing.length > closest.required.length / 2) {
    return 'the first row is not the header of an Enghouse file';
  }
  return `looks like ${closest.name} but has no column ${closest.missing.join(', ')}`;
}
