import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Tone } from '../../ui/status-text.tsx';

export type CardState = 'blocked' | 'lost' | 'replaced' | 'denied' | 'ready';

/** The one thing a passenger must know about a card; an unpaid fare goes before everything else. */
export function cardStateOf({ debt, status, accessStatus }: Pick<Card, 'debt' | 'status' | 'accessStatus'>): CardState {
  if (debt) return 'blocked';
  if (status !== 'active') return status;
  return accessStatus === 'denied' ? 'denied' : 'ready';
}

export const cardTones: Record<CardState, Tone> = {
  blocked: 'danger',
  denied: 'danger',
  lost: 'warning',
  replaced: 'neutral',
  ready: 'success',
};
