import type { PaymentSummary as Payment } from '@tapfolio/contracts/payments.ts';
import { roomy, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { PaymentTable } from './payment-table.tsx';

type Props = { payments: readonly Payment[]; cardId: number; caption: string; open: string | undefined };

export function PaymentList(props: Props) {
  const isRoomy = useMediaQuery(roomy);
  if (isRoomy) return <PaymentTable {...props} />;
  return props.payments.map((payment) => (
    <Disclosure
      key={payment.id}
      id={payment.id}
      summary={<PaymentSummary payment={payment} />}
      isOpenAtFirst={payment.id === props.open}
    >
      {() => <PaymentDetails cardId={props.cardId} paymentId={payment.id} at={payment.openedAt} />}
    </Disclosure>
  ));
}
