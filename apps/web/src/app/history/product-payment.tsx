import { Link } from '@tanstack/react-router';
import type { ProductDetail } from '@tapfolio/contracts/products.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { ReceiptDownload } from '../../features/payments/components/receipt-download.tsx';
import { useT } from '../../lib/i18n.ts';
import { openRow } from '../../passenger/open-row.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { PaymentsIcon } from '../../ui/icons.tsx';

/** The receipt of a product, which is its payment's, and the way to that payment (HIST-08). */
export function ProductPayment({ cardId, product }: { cardId: number; product: ProductDetail }) {
  const t = useT();
  const { payment, srid } = product;
  if (!payment) return <p role="status">{t('products.receiptUnknown')}</p>;
  return (
    <>
      <ReceiptDownload cardId={cardId} payment={{ ...payment, srid }} />
      <Permitted to="card-payments-history-table">
        <Link
          to={pathOf('card-payments-history-table')}
          params={{ id: String(cardId) }}
          search={openRow(payment.id, payment.openedAt)}
          className={buttonClass('secondary')}
        >
          <PaymentsIcon />
          {t('trips.paymentLink')}
        </Link>
      </Permitted>
    </>
  );
}
