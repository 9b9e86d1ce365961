import type { Card } from '@tapfolio/contracts/cards.ts';
import { accessStatusOf, debtStatusOf, parseCardStatus, parseMediumType } from '@tapfolio/domain/states.ts';
import { isoInstant, laterOf } from '../../lib/iso-instant.ts';
import type { CardState } from './card-states.service.ts';

/** What the account knows of a card. */
export interface NamedCard {
  readonly cardId: number;
  readonly name: string;
  /** As the database writes it. */
  readonly linkedAt: string;
}

/** A card as its passenger sees it. While no file has named its medium, only the card's name is known. */
export function presentCard(card: NamedCard, state: CardState | undefined, keptFrom: string): Card {
  const debt = state?.debt ?? null;
  const medium = state?.medium;
  const status = parseCardStatus(medium?.status);
  return {
    id: card.cardId,
    name: card.name,
    scheme: medium?.scheme ?? null,
    mediumType: parseMediumType(medium?.medium_type),
    lastFour: medium?.last_four ?? null,
    status,
    linkedAt: isoInstant(card.linkedAt),
    historyFrom: state === undefined ? null : laterOf(isoInstant(state.firstSeenAt), keptFrom),
    debtStatus: debtStatusOf(debt === null ? [] : [debt.state]),
    debt,
    accessStatus: accessStatusOf(state?.fares ?? [], status),
    replacement: state?.replacement ?? null,
  };
}
