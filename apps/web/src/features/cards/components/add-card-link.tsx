import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { PlusIcon } from '../../../ui/area-icons.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { useMayLinkCard } from '../may-link-card.ts';

/** The link to add one more card, if the operator offers it. */
export function AddCardLink({ look }: { look: 'primary' | 'secondary' | 'quiet' }) {
  const t = useT();
  if (!useMayLinkCard()) return null;
  return (
    <Link to={pathOf('card-add')} className={buttonClass(look)}>
      <PlusIcon />
      {t('cards.add')}
    </Link>
  );
}
