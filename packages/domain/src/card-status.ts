/** active: in use; lost: reported lost or stolen; replaced: the bank issued another; card_dead: no longer valid. */
export const cardStatuses = ['active', 'lost', 'replaced', 'card_dead'] as const;
/** Whether a card is still the one in use. */
export type CardStatus = (typeof cardStatuses)[number];

/** Banks refuse to pay with these cards, and readers refuse them, whatever was paid. */
export const refusedCardStatuses = ['lost', 'card_dead'] as const satisfies readonly CardStatus[];
/** One of {@link refusedCardStatuses}. */
export type RefusedCardStatus = (typeof refusedCardStatuses)[number];

/** True if banks and readers refuse a card of this status. */
export function isRefusedCard(status: CardStatus): status is RefusedCardStatus {
  return refusedCardStatuses.some((refused) => refused === status);
}
