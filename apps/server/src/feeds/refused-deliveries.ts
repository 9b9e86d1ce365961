import path from 'node:path';
import type { Db } from '../lib/sql.ts';
import * as queries from './refused-deliveries.queries.ts';
import type { FileReport } from './report.ts';

interface Refused {
  readonly place: string;
  readonly name: string;
  readonly reason: string;
}

/** What lies in one inbox and could not be imported. An administrator sees it until it is imported or removed. */
export class RefusedDeliveries {
  readonly #inbox: string;
  #refused = new Map<string, Refused>();
  /** What the database knows; undefined before it was told. */
  #written: string | undefined;

  constructor(inbox: string) {
    this.#inbox = path.resolve(inbox) + path.sep;
  }

  /** Notes what became of a delivery. */
  note(key: string, place: string, { status, name, reason = '' }: FileReport): void {
    if (status !== 'refused' && status !== 'failed') this.#refused.delete(key);
    // PostgreSQL keeps no text with this character.
    else this.#refused.set(key, { place: path.resolve(place), name, reason: reason.replaceAll('\0', ' ') });
  }

  forgetAllBut(present: ReadonlySet<string>): void {
    this.#refused = new Map([...this.#refused].filter(([key]) => present.has(key)));
  }

  /** Whether the database does not know yet what was noted. */
  get isNew(): boolean {
    return this.#written !== JSON.stringify([...this.#refused.values()]);
  }

  async write(db: Db): Promise<void> {
    // Two deliveries may lie in one folder.
    const byPlace = new Map([...this.#refused.values()].map((one) => [one.place, one]));
    const all = [...byPlace.values()];
    const text = JSON.stringify([...this.#refused.values()]);
    const places = all.map(({ place }) => place);
    await queries.forgetOthers(db, { inbox: this.#inbox, places });
    const told = { names: all.map(({ name }) => name), reasons: all.map(({ reason }) => reason) };
    await queries.write(db, { places, ...told });
    this.#written = text;
  }
}
