import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { CardIcon } from '../../../ui/area-icons.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useMayLinkCard } from '../may-link-card.ts';
import { AddCardLink } from './add-card-link.tsx';

export function NoCards() {
  const t = useT();
  const mayAdd = useMayLinkCard();
  return (
    <EmptyState
      icon={<CardIcon />}
      title={t('cards.noneTitle')}
      action={mayAdd ? <AddCardLink look="primary" /> : <WhomToAsk />}
    >
      {mayAdd ? t('cards.noneText') : t('cards.addWithheldText')}
    </EmptyState>
  );
}

/** The address names a card that the passenger does not have, or has no longer. */
export function CardNotFound() {
  const t = useT();
  const action = (
    <Permitted to="card">
      <Link to={pathOf('card')} className={buttonClass('primary')}>
        {t('cards.allCards')}
      </Link>
    </Permitted>
  );
  return (
    <EmptyState icon={<CardIcon />} title={t('cards.notFoundTitle')} action={action}>
      {t('cards.notFoundText')}
    </EmptyState>
  );
}
