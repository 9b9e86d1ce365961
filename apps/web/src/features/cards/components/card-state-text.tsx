import type { Card } from '@tapfolio/contracts/cards.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StatusText } from '../../../ui/status-text.tsx';
import { cardStateOf, cardTones } from '../card-state.ts';

const texts = {
  blocked: 'cards.stateBlocked',
  collecting: 'cards.stateCollecting',
  settling: 'cards.stateSettling',
  denied: 'cards.stateDenied',
  lost: 'cards.stateLost',
  replaced: 'cards.stateReplaced',
  card_dead: 'cards.stateDead',
  ready: 'cards.stateReady',
} as const;

/** "Ready to travel", "Blocked: $3.70 unpaid from 12 Nov": a card's state in words. */
export function CardStateText({ card }: { card: Card }) {
  const t = useT();
  const formats = useFormats();
  const state = cardStateOf(card);
  const { debt } = card;
  return (
    <StatusText tone={cardTones[state]}>
      {t(texts[state], {
        amount: debt ? formats.amounts(debt.due) : '',
        date: debt ? formats.shortDay(debt.serviceDay) : '',
      })}
    </StatusText>
  );
}
