import type { PaymentPage } from '@tapfolio/contracts/payments.ts';
import { countedPaid } from '@tapfolio/domain/paid-and-rest.ts';
import { paymentsQuery } from '../../features/payments/api/list-payments.ts';
import { PaymentDetails } from '../../features/payments/components/payment-details.tsx';
import { PaymentList } from '../../features/payments/components/payment-list.tsx';
import { PaymentSummary } from '../../features/payments/components/payment-summary.tsx';
import type { AskAboutPayment } from '../../features/payments/components/payment-view.tsx';
import { AskAbout } from '../../features/questions/components/ask-about.tsx';
import { useT } from '../../lib/i18n.ts';
import { paymentQuery } from '../../passenger/payment-query.ts';
import { PaymentsIcon } from '../../ui/icons.tsx';
import { FindCharge } from '../charge/find-charge.tsx';
import type { ListProps } from '../history/history-kind.ts';
import { HistoryScreen } from '../history/history-screen.tsx';
import { TravelStatement } from '../travel-documents/travel-statement.tsx';

export function PaymentsHistoryScreen() {
  const t = useT();
  return (
    <HistoryScreen
      kind={{
        route: 'card-payments-history-table',
        title: t('payments.title'),
        labelOf: (card) => t('payments.listLabel', { card }),
        icon: <PaymentsIcon />,
        empty: {
          atAll: { title: t('payments.emptyTitle'), text: t('payments.emptyText') },
          inPeriod: { title: t('payments.emptyFilteredTitle'), text: t('payments.emptyFilteredText') },
        },
        next: 'card-trips-history-table',
        search: <FindCharge />,
        document: (range) => <TravelStatement range={range} />,
        pageQuery: paymentsQuery,
        List: Payments,
        sum: { label: t('payments.colPaid'), amounts: ({ items }) => items.map(countedPaid) },
        recordQuery: paymentQuery,
        summary: (payment) => <PaymentSummary payment={payment} />,
        details: (cardId, paymentId) => <PaymentDetails cardId={cardId} paymentId={paymentId} ask={askIn(cardId)} />,
      }}
    />
  );
}

function Payments(props: ListProps<PaymentPage>) {
  return <PaymentList {...props} ask={askIn(props.cardId)} />;
}

const askIn =
  (cardId: number): AskAboutPayment =>
  (payment, whyId, otherwise) => (
    <AskAbout subject={{ kind: 'payment', cardId, payment, whyId }} otherwise={otherwise} />
  );
