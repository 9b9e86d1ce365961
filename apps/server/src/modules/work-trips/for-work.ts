import { isoInstant } from '../../lib/iso-instant.ts';

/** A time in which all new trips with a card are for work; without an end while it goes on. */
export interface RuleRow {
  readonly card_id: number;
  readonly starts_at: string;
  readonly ends_at: string | null;
}

/** A trip as a rule sees it. */
export interface RuledTrip {
  readonly cardId: number;
  /** When it starts, in ISO 8601. */
  readonly startedAt: string;
}

const msOf = (instant: string): number => Date.parse(isoInstant(instant));

/**
 * What the rules of the cards say of a trip that is not marked. The beginning of a rule belongs to it, its end does not. The rules of a
 * card come in their order and are never at one time, so only the last one that began before a trip is looked at: a passenger may have
 * turned a rule on and off thousands of times.
 */
export function rulesOf(rows: readonly RuleRow[]): (trip: RuledTrip) => boolean {
  const timed = rows.map(({ card_id: cardId, starts_at, ends_at }) => ({
    cardId,
    startMs: msOf(starts_at),
    endMs: ends_at === null ? Number.POSITIVE_INFINITY : msOf(ends_at),
  }));
  const byCard = Map.groupBy(timed, ({ cardId }) => cardId);
  return ({ cardId, startedAt }) => {
    const rules = byCard.get(cardId) ?? [];
    const ms = Date.parse(startedAt);
    let [before, after] = [0, rules.length];
    while (before < after) {
      const middle = (before + after) >> 1;
      if ((rules[middle]?.startMs ?? 0) <= ms) before = middle + 1;
      else after = middle;
    }
    return ms < (rules[before - 1]?.endMs ?? Number.NEGATIVE_INFINITY);
  };
}
