import type { Card } from '@tapfolio/contracts/cards.ts';
import { accessStatusOf, debtStatusOf, parseCardStatus, parseMediumType } from '@tapfolio/domain/states.ts';
import { isoInstant, laterOf } from '../../lib/iso-instant.ts';
import type { CardState } from './card-states.service.ts';
import type { LinkedCardRow } from './cards.queries.ts';

/** A card as its passenger sees it. A medium of which no file has told yet is shown with what is known: its name. */
export function presentCard(card: LinkedCardRow, state: CardState | undefined, keptFrom: string): Card {
  const debt = state?.debt ?? null;
  const medium = state?.medium;
  const status = parseCardStatus(medium?.status);
  return {
    id: card.card_id,
    name: card.name,
    scheme: medium?.scheme ?? null,
    mediumType: parseMediumType(medium?.medium_type),
    lastFour: medium?.last_four ?? null,
    status,
    linkedAt: isoInstant(card.linked_at),
    historyFrom: state === undefined ? null : laterOf(isoInstant(state.firstSeenAt), keptFrom),
    debtStatus: debtStatusOf(debt === null ? [] : [debt.state]),
    debt,
    accessStatus: accessStatusOf(state?.fares ?? [], status),
    replacement: state?.replacement ?? null,
  };
}
