import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { CardIcon, PlusIcon } from '../../../ui/area-icons.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

export function NoCards() {
  const t = useT();
  const action = (
    <Link to={pathOf('card-add')} className={buttonClass('primary')}>
      <PlusIcon />
      {t('cards.add')}
    </Link>
  );
  return (
    <EmptyState icon={<CardIcon />} title={t('cards.noneTitle')} action={action}>
      {t('cards.noneText')}
    </EmptyState>
  );
}

/** The address names a card that is not, or no longer, the passenger's. */
export function CardNotFound() {
  const t = useT();
  const action = (
    <Link to={pathOf('card')} className={buttonClass('primary')}>
      {t('cards.allCards')}
    </Link>
  );
  return (
    <EmptyState icon={<CardIcon />} title={t('cards.notFoundTitle')} action={action}>
      {t('cards.notFoundText')}
    </EmptyState>
  );
}
