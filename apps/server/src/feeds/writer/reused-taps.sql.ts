interface OfTap {
  /** The alias of the row that has the export of the fare. */
  fare: string;
  /** When the tap was made that has the id. */
  tappedAt: string;
  /** When the other one was made that came under it; null where none did. */
  reusedAt: string;
}

/**
 * Whether a fare is not of the tap that has the id it names but of another one under the same id: no fare is exported before
 * its tap was made, so the time of the later tap separates their fares. A fare that may belong to either is given to neither.
 */
export function isOfOtherTap({ fare, tappedAt, reusedAt }: OfTap): string {
  return `(${fare}.exported_at >= greatest(${tappedAt}, ${reusedAt})) = (${reusedAt} > ${tappedAt})`;
}
