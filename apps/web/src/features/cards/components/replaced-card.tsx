import type { Card } from '@tapfolio/contracts/cards.ts';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { useReplaceCard } from '../api/replace-card.ts';
import { ConfirmedStep } from './confirmed-step.tsx';

type Props = { card: Card; replacement: NonNullable<Card['replacement']> };

/** Says which card the bank issued in place of this one, and lets the passenger confirm it. */
export function ReplacedCard({ card: { id, name: card }, replacement: { id: newId, lastFour } }: Props) {
  const t = useT();
  const replace = useReplaceCard(id, newId);
  return (
    <Permitted to="card.replace">
      <ConfirmedStep
        type="info"
        title={t('replacement.title', { card })}
        text={lastFour === null ? t('replacement.textUnknown') : t('replacement.text', { digits: lastFour })}
        action={t('replacement.confirm')}
        variant="primary"
        ask={{ title: t('replacement.askTitle', { card }), text: t('replacement.askText') }}
        take={replace.mutateAsync}
        done={(now) => now('replacement.done', { card })}
        failed={(now) => now('replacement.failed')}
      />
    </Permitted>
  );
}
