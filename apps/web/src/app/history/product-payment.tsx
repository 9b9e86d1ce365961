import type { ProductDetail } from '@tapfolio/contracts/products.ts';
import { PaymentReceipt } from '../../features/payments/components/payment-receipt.tsx';
import { useT } from '../../lib/i18n.ts';
import { PaymentLink } from '../../passenger/payment-link.tsx';
import { Permitted } from '../../passenger/permitted.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { PaymentsIcon } from '../../ui/icons.tsx';

/** The receipt of a product, which is the receipt of its payment, and the link to that payment (HIST-08). */
export function ProductPayment({ cardId, product }: { cardId: number; product: ProductDetail }) {
  const t = useT();
  const { payment, srid } = product;
  if (!payment)
    return (
      <Permitted to="card-payments-history-table.receipt">
        <p role="status">{t('products.receiptUnknown')}</p>
      </Permitted>
    );
  return (
    <>
      <PaymentReceipt cardId={cardId} payment={{ ...payment, srid }} />
      <PaymentLink cardId={cardId} payment={payment} className={buttonClass('secondary')}>
        <PaymentsIcon />
        {t('trips.paymentLink')}
      </PaymentLink>
    </>
  );
}
