import { useQuery } from '@tanstack/react-query';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { type Doubt, useDoubtfulTrips } from '../../passenger/doubtful-trips.ts';

/** Why a trip looks wrong. Undefined if it does not, and until the name of the other card is known. */
export function useDoubt(tripId: string): Doubt | undefined {
  const found = useDoubtfulTrips().find((one) => one.tripId === tripId);
  const { data } = useQuery({ ...cardsQuery, enabled: found !== undefined && found.other !== null });
  if (found === undefined) return undefined;
  const { doubt, other } = found;
  if (other === null) return { doubt, other };
  const card = data?.items.find(({ id }) => id === other.cardId);
  return card && { doubt, other: { ...other, cardName: card.name } };
}
