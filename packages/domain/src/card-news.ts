/**
 * What mails tell about a card. refused: a fare could not be collected, so readers refuse the card. accepted: no fare keeps it from travelling
 * any more. refunded: money came back to the card, or such a refund did not last.
 */
export const cardNewsKinds = ['refused', 'accepted', 'refunded'] as const;
/** One of {@link cardNewsKinds}. */
export type CardNewsKind = (typeof cardNewsKinds)[number];
