import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { paymentQuery } from '../../features/payments/api/get-payment.ts';
import { paymentsQuery } from '../../features/payments/api/list-payments.ts';
import { PaymentDetails } from '../../features/payments/components/payment-details.tsx';
import { PaymentList } from '../../features/payments/components/payment-list.tsx';
import { PaymentSummary } from '../../features/payments/components/payment-summary.tsx';
import { useLocale, useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { PaymentsIcon } from '../../ui/icons.tsx';
import { HistoryList } from '../history/history-list.tsx';
import { HistoryScreen, type Scope } from '../history/history-screen.tsx';

export function PaymentsHistoryScreen() {
  const t = useT();
  return (
    <HistoryScreen title={t('payments.title')} route="card-payments-history-table">
      {(scope) => <PaymentsOfCard scope={scope} />}
    </HistoryScreen>
  );
}

function PaymentsOfCard({ scope }: { scope: Scope }) {
  const t = useT();
  const { card, history } = scope;
  const query = useQuery(paymentsQuery(card.id, history.filter, useLocale()));
  const caption = t('payments.listLabel', { card: card.name });
  return (
    <HistoryList
      scope={scope}
      title={caption}
      query={query}
      icon={<PaymentsIcon />}
      empty={{
        atAll: { title: t('payments.emptyTitle'), text: t('payments.emptyText') },
        inPeriod: { title: t('payments.emptyFilteredTitle'), text: t('payments.emptyFilteredText') },
      }}
      next={
        <Permitted to="card-trips-history-table">
          <Link
            to={pathOf('card-trips-history-table')}
            params={{ id: String(card.id) }}
            className={buttonClass('secondary')}
          >
            {t('nav.trips')}
          </Link>
        </Permitted>
      }
      asked={(id) => <AskedPayment cardId={card.id} paymentId={id} />}
    >
      {(page) => <PaymentList payments={page.items} cardId={card.id} caption={caption} open={history.open} />}
    </HistoryList>
  );
}

function AskedPayment({ cardId, paymentId }: { cardId: number; paymentId: string }) {
  const { data } = useQuery(paymentQuery(cardId, paymentId, useLocale()));
  return (
    <>
      {data && <PaymentSummary payment={data} />}
      <PaymentDetails cardId={cardId} paymentId={paymentId} />
    </>
  );
}
