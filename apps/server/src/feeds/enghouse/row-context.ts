import { createSecretKey, type KeyObject } from 'node:crypto';
import { hashedUuid, keyedUuid } from '../../lib/hashing.ts';
import type { Operator, Operators } from '../operators.ts';
import type { YearRange } from '../text/values.ts';

export interface RowContextOptions {
  operators: Operators;
  mediumKey: Uint8Array;
  exportedAt: string;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A card comes back within a file, mostly within the same hours; beyond this many the memory starts over. */
const rememberedTokens = 50_000;

/** Different notes of one file; one that is broken throughout would have one of its own for every row. */
const mostNotes = 50;

/** What the readers of single rows share while one file is read. */
export class RowContext {
  readonly exportedAt: string;
  /** Years in which a tap, payment or request may lie. */
  readonly years: YearRange;
  /** Years for the end of a ticket's validity. */
  readonly validityYears: YearRange;
  /** Things an operator of the portal should hear of, with how often they came. */
  readonly notes = new Map<string, number>();
  readonly #operators: Operators;
  readonly #mediumKey: KeyObject;
  readonly #media = new Map<string, string>();

  constructor(options: RowContextOptions) {
    const year = Number(options.exportedAt.slice(0, 4));
    this.exportedAt = options.exportedAt;
    this.years = { first: 2010, last: year + 1 };
    this.validityYears = { first: 2010, last: year + 20 };
    this.#operators = options.operators;
    this.#mediumKey = createSecretKey(options.mediumKey);
  }

  /** The operator a row names; one that is not configured counts as the home operator, and that is noted. */
  operator(code: string | null): Operator {
    const known = code === null ? undefined : this.#operators.find(code);
    if (known) return known;
    this.note(`operator ${code ?? '(none)'} is not configured; counted as ${this.#operators.home.code}`);
    return this.#operators.home;
  }

  note(text: string): void {
    const told = this.notes.has(text) || this.notes.size < mostNotes ? text : 'further notes';
    this.notes.set(told, (this.notes.get(told) ?? 0) + 1);
  }

  mediumId(token: string): string {
    const known = this.#media.get(token);
    if (known) return known;
    if (this.#media.size >= rememberedTokens) this.#media.clear();
    const mediumId = keyedUuid(this.#mediumKey, token);
    // A copy: a piece cut out of a text would keep all of that text in memory.
    this.#media.set(Buffer.from(token).toString(), mediumId);
    return mediumId;
  }

  /** The delivered id when it is a UUID, else one made of it; ids are unique per operator only. */
  id(noun: string, operatorCode: string | null, delivered: string): string {
    if (uuidPattern.test(delivered)) return delivered.toLowerCase();
    return hashedUuid(`${noun}:${operatorCode ?? ''}:${delivered}`);
  }
}
