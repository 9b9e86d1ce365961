import type pg from 'pg';
import { RefusedFile } from '../refused-file.ts';
import type { Chunk } from './canonical.ts';
import * as queries from './session.queries.ts';

/** The months (`2026-03`, UTC) that a chunk is about to fill. */
export function monthsOf(chunk: Chunk): Set<string> {
  const months = new Set<string>();
  for (const tap of chunk.taps) months.add(monthOf(tap.tappedAt));
  for (const { boarding } of chunk.trips) if ('startedAt' in boarding) months.add(monthOf(boarding.startedAt));
  for (const payment of chunk.payments) months.add(monthOf(payment.openedAt));
  for (const payment of chunk.paymentParts) months.add(monthOf(payment.openedAt));
  return months;
}

function monthOf(instant: string): string {
  return instant.slice(0, 7);
}

/** The limit of new months for one file: three years of history at once; more are typing errors, each with three tables. */
const mostNewMonths = 36;

/**
 * Makes the partitions that the rows of one file need, on a separate connection: making one locks the definition of its
 * table until the end of the transaction, which on the importer's would be the end of the whole file.
 */
export class Months {
  readonly #connect: () => Promise<pg.ClientBase>;
  /** Months that are seen to, which are those that the file fills. */
  readonly #known = new Set<string>();
  #made = 0;

  constructor(connect: () => Promise<pg.ClientBase>) {
    this.#connect = connect;
  }

  /** @throws RefusedFile if the file needs more new months than any delivery spans. */
  async ensure(months: Iterable<string>): Promise<void> {
    const asked = [...months].filter((month) => !this.#known.has(month));
    if (asked.length === 0) return;
    const client = await this.#connect();
    const missing = await queries.findMissingMonths(client, { months: asked });
    this.#made += missing.length;
    if (this.#made > mostNewMonths) throw new RefusedFile(tooManyMonths);
    for (const { month } of missing) await queries.makeMonth(client, { month: `${month}-01T00:00:00Z` });
    for (const month of asked) this.#known.add(month);
  }
}

const tooManyMonths =
  `its rows lie in more than ${mostNewMonths} months of which nothing was delivered before: ` +
  'correct their dates, or deliver a longer history in several files';
