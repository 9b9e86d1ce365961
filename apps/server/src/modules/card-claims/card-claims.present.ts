import type { CardClaim, ClaimedCard } from '@tapfolio/contracts/card-claims.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { AgainstRow, ClaimRow } from './card-claims.queries.ts';

/** A claim as its claimant sees it. */
export function presentClaim(row: ClaimRow): CardClaim {
  return {
    id: row.claim_id,
    name: row.name,
    state: row.state,
    claimedAt: isoInstant(row.claimed_at),
    objectUntil: isoInstant(row.object_until),
    endedAt: isoInstantOrNull(row.ended_at),
  };
}

/** A claim as the owner of the card sees it. */
export function presentClaimedCard(row: AgainstRow): ClaimedCard {
  return {
    id: row.claim_id,
    cardName: row.card_name,
    cardId: row.card_id,
    state: row.state,
    claimedAt: isoInstant(row.claimed_at),
    objectUntil: isoInstant(row.object_until),
    endedAt: isoInstantOrNull(row.ended_at),
  };
}
