/** The results of the records of one kind. Every record counts in exactly one of the five. */
export interface KindCounts {
  inserted: number;
  updated: number;
  /** Delivered before, superseded by a newer export, or repeated further down in the file. */
  unchanged: number;
  quarantined: number;
  /** Fares whose tap has not come yet, and pieces that another piece has to come for. */
  waiting: number;
}

export const kinds = [
  'taps',
  'trips',
  'payments',
  'settlements',
  'authorisations',
  'products',
  'packages',
  'cards',
  'lines',
  'stops',
  'pieces',
  'chargebacks',
] as const;
export type Kind = (typeof kinds)[number];

/** Counts per kind, without the kinds that a file does not have. */
export class Counts {
  readonly #byKind = new Map<Kind, KindCounts>();

  add(kind: Kind, change: Partial<KindCounts>): void {
    const counts = this.#of(kind);
    counts.inserted += change.inserted ?? 0;
    counts.updated += change.updated ?? 0;
    counts.unchanged += change.unchanged ?? 0;
    counts.quarantined += change.quarantined ?? 0;
    counts.waiting += change.waiting ?? 0;
  }

  merge(other: Counts): void {
    for (const [kind, counts] of other.#byKind) this.add(kind, counts);
  }

  #of(kind: Kind): KindCounts {
    const known = this.#byKind.get(kind);
    if (known) return known;
    const fresh = { inserted: 0, updated: 0, unchanged: 0, quarantined: 0, waiting: 0 };
    this.#byKind.set(kind, fresh);
    return fresh;
  }

  toJSON(): Partial<Record<Kind, KindCounts>> {
    return Object.fromEntries(this.#byKind);
  }
}
