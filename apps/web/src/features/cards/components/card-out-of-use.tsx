import type { Card } from '@tapfolio/contracts/cards.ts';
import { useT } from '../../../lib/i18n.ts';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { cardStateOf } from '../card-state.ts';
import { useMayLinkCard } from '../may-link-card.ts';
import { AddCardLink } from './add-card-link.tsx';

/** What to do about a card that cannot be used to travel for another reason than an unpaid fare. */
export function CardOutOfUse({ card }: { card: Card }) {
  const t = useT();
  const mayAdd = useMayLinkCard();
  const state = cardStateOf(card);
  if (state === 'denied') {
    return (
      <Alert type="danger" isStanding title={t('cards.stateDenied')}>
        {t('cards.deniedText')} <WhomToAsk />
      </Alert>
    );
  }
  if (state !== 'lost' && state !== 'card_dead') return null;
  return (
    <Alert type="warning" isStanding title={t(state === 'lost' ? 'cards.stateLost' : 'cards.stateDead')}>
      <Stack gap={3} isStart>
        <p>
          {t('cards.outOfUse')} {mayAdd && t('cards.outOfUseAdd')}
        </p>
        <AddCardLink look="secondary" />
      </Stack>
    </Alert>
  );
}
