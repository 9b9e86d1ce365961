import type { Card } from '@tapfolio/contracts/cards.ts';
import { type CardStatus, isRefusedCard } from '@tapfolio/domain/card-status.ts';
import { collectingDebtStates } from '@tapfolio/domain/debt-states.ts';
import { owedWith } from '../../passenger/owed-with.ts';
import type { Tone } from '../../ui/status-text.tsx';

export type CardState = 'blocked' | 'collecting' | 'settling' | 'denied' | 'ready' | Exclude<CardStatus, 'active'>;

/** The most important fact about a card. An unpaid fare comes before everything else; its payment does not help a card that is out of use. */
export function cardStateOf({ debt, status, accessStatus }: Pick<Card, 'debt' | 'status' | 'accessStatus'>): CardState {
  const owed = owedWith({ debt });
  if (owed) return collectingDebtStates.includes(owed.state) ? 'collecting' : 'blocked';
  if (isRefusedCard(status)) return status;
  if (debt) return 'settling';
  if (status !== 'active') return status;
  return accessStatus === 'denied' ? 'denied' : 'ready';
}

export const cardTones: Record<CardState, Tone> = {
  blocked: 'danger',
  collecting: 'warning',
  settling: 'info',
  denied: 'danger',
  lost: 'warning',
  card_dead: 'warning',
  replaced: 'neutral',
  ready: 'success',
};
