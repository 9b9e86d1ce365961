/**
 * What mails tell about a card. refused: a fare could not be collected, so readers refuse the card. accepted: no fare keeps it from travelling
 * any more. refunded: money came back to the card, or such a refund did not last.
 */
export const cardNewsKinds = ['refused', 'accepted', 'refunded'] as const;
/** One of {@link cardNewsKinds}. They come until they are turned off. */
export type CardNewsKind = (typeof cardNewsKinds)[number];

/** All mails that a passenger can turn off. month: what the cards did in a month, which comes only if it was turned on. */
export const newsKinds = [...cardNewsKinds, 'month'] as const;
/** One of {@link newsKinds}. */
export type NewsKind = (typeof newsKinds)[number];
