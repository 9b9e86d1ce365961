import type { Card } from '@tapfolio/contracts/cards.ts';
import { accessStatusOf, parseCardStatus, parseMediumType } from '@tapfolio/domain/states.ts';
import type { MediumState } from './card-states.queries.ts';
import type { LinkedCardRow } from './cards.queries.ts';

/** A card as its passenger sees it. A medium of which no file has told yet is shown with what is known: its name. */
export function presentCard(card: LinkedCardRow, state: MediumState | undefined, keptFrom: string): Card {
  const debt = presentDebt(state);
  const debtStatus = debt === null ? 'none' : 'owed';
  return {
    id: card.card_id,
    name: card.name,
    scheme: state?.scheme ?? null,
    mediumType: parseMediumType(state?.medium_type),
    lastFour: state?.last_four ?? null,
    status: parseCardStatus(state?.status),
    linkedAt: card.linked_at,
    historyFrom: state === undefined ? null : laterOf(state.first_seen_at, keptFrom),
    debtStatus,
    debt,
    accessStatus: accessStatusOf(debtStatus),
  };
}

const laterOf = (one: string, other: string) => (Date.parse(one) > Date.parse(other) ? one : other);

function presentDebt(state: MediumState | undefined): Card['debt'] {
  if (!state || state.due_minor === null || !state.currency || !state.since || !state.time_zone || !state.payment_id)
    return null;
  return {
    due: { amountMinor: state.due_minor, currency: state.currency },
    paymentId: state.payment_id,
    since: state.since,
    timeZone: state.time_zone,
  };
}
