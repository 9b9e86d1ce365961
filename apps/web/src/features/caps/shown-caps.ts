import type { CapList, CapProgressDto, CardCaps } from '@tapfolio/contracts/caps.ts';

/** A cap of a card. */
export interface ShownCap {
  readonly card: CardCaps;
  readonly cap: CapProgressDto;
}

/** The caps whose time is not over, of one card or of all. Kept answers have others. */
export function currentCaps({ items }: CapList, now: number, cardId: number | undefined): ShownCap[] {
  return items
    .filter((card) => cardId === undefined || card.cardId === cardId)
    .flatMap((card) => card.caps.map((cap) => ({ card, cap })))
    .filter(({ cap }) => Date.parse(cap.from) <= now && now < Date.parse(cap.to));
}

/** Whether the time of a cap is over, so that the portal has another answer. */
export function hasOver({ items }: CapList, now: number): boolean {
  return items.some(({ caps }) => caps.some(({ to }) => Date.parse(to) <= now));
}

/** Whether a trip was made in the time of a cap. */
export function isUsed({ cap: { trips, leftOut } }: ShownCap): boolean {
  return trips + leftOut.unpriced + leftOut.incomplete + leftOut.inOtherCurrency > 0;
}

/**
 * For each card the one cap that its passenger reaches next, or has reached. Cards without a trip in the time of a cap are left out; if all
 * are, the caps themselves stand for them, once.
 */
export function nextCaps(caps: readonly ShownCap[]): ShownCap[] {
  const used = Map.groupBy(caps.filter(isUsed), ({ card }) => card.cardId);
  const [first] = caps;
  if (used.size === 0) return caps.filter(({ card }) => card === first?.card);
  return [...used.values()].flatMap((own) => own.toSorted(byWhatIsLeft).slice(0, 1));
}

/** What is reached comes first, then what has least left; what is not known comes last. */
function byWhatIsLeft({ cap: one }: ShownCap, { cap: other }: ShownCap): number {
  return placeOf(one) - placeOf(other);
}

function placeOf({ state, left }: CapProgressDto): number {
  if (state === 'reached') return -1;
  return left?.amountMinor ?? (state === 'full' ? 0 : Number.MAX_SAFE_INTEGER);
}
