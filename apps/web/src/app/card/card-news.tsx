import type { Card } from '@tapfolio/contracts/cards.ts';
import { ClaimNotices } from '../../features/cards/components/claim-notices.tsx';
import { ReplacedCards } from '../../features/cards/components/replaced-cards.tsx';
import { CardDebts } from '../../features/debts/components/card-debts.tsx';

type Props = {
  cards: readonly Card[];
  /** Shows the claims of this card only. */
  claimsOf?: number;
};

/** What the passenger of these cards must know first: unpaid fares, cards that the bank has replaced, and claims. */
export function CardNews({ cards, claimsOf }: Props) {
  return (
    <>
      <CardDebts cards={cards} />
      <ReplacedCards cards={cards} />
      <ClaimNotices {...(claimsOf !== undefined && { cardId: claimsOf })} />
    </>
  );
}
