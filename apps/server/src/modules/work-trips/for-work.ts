import { isBefore } from '../../lib/iso-instant.ts';

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

/** What the rules of the cards say of a trip that is not marked. The beginning of a rule belongs to it, its end does not. */
export function isUnderRule(rules: readonly RuleRow[], { cardId, startedAt }: RuledTrip): boolean {
  return rules.some(
    ({ card_id, starts_at, ends_at }) =>
      card_id === cardId && !isBefore(startedAt, starts_at) && (ends_at === null || isBefore(startedAt, ends_at)),
  );
}
