import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button-class.ts';

/** The card is linked to this account already: this is no error, so the form links to the card. */
export function OwnCard({ cardId }: { cardId: number }) {
  const t = useT();
  return (
    <Alert type="info" title={t('errors.card_already_yours')} isFocusable>
      <Permitted to="card">
        <Link to={pathOf('card')} search={{ id: cardId }} className={buttonClass('link')}>
          {t('cards.addOpenOwn')}
        </Link>
      </Permitted>
    </Alert>
  );
}
