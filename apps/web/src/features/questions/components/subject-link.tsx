import { Link } from '@tanstack/react-router';
import type { Question } from '@tapfolio/contracts/questions.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { openRow } from '../../../passenger/open-row.ts';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { Permitted } from '../../../passenger/permitted.tsx';

/** A link to the trip or payment of a question, opened in the history of its card. */
export function SubjectLink({ subject: { kind, id, at }, cardId }: Pick<Question, 'subject' | 'cardId'>) {
  const t = useT();
  if (kind === 'payment')
    return (
      <PaymentLink cardId={cardId} payment={{ id, openedAt: at }}>
        {t('trips.paymentLink')}
      </PaymentLink>
    );
  return (
    <Permitted to="card-trips-history-table">
      <Link to={pathOf('card-trips-history-table')} params={{ id: String(cardId) }} search={openRow(id, at)}>
        {t('questions.seeTrip')}
      </Link>
    </Permitted>
  );
}
