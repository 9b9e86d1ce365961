import type { Question } from '@tapfolio/contracts/questions.ts';
import { useT } from '../../../lib/i18n.ts';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { TripLink } from '../../../passenger/trip-link.tsx';

/** A link to the trip or payment of a question, opened in the history of its card. */
export function SubjectLink({ subject: { kind, id, at }, cardId }: Pick<Question, 'subject' | 'cardId'>) {
  const t = useT();
  if (kind === 'payment')
    return (
      <PaymentLink cardId={cardId} payment={{ id, openedAt: at }}>
        {t('trips.paymentLink')}
      </PaymentLink>
    );
  return <TripLink trip={{ cardId, tripId: id, at }}>{t('questions.seeTrip')}</TripLink>;
}
