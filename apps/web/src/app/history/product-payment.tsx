import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProductDetail } from '@tapfolio/contracts/products.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { paymentsQuery } from '../../features/payments/api/list-payments.ts';
import { useLocale, useT } from '../../lib/i18n.ts';
import { usePermission } from '../../lib/permissions.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { PaymentsIcon } from '../../ui/icons.tsx';

const dayMs = 86_400_000;
const around = { before: 40 * dayMs, after: 3 * dayMs, limit: 200 };

/** The way from a product to its payment, which has the receipt. They share the statement reference and the days. */
export function ProductPayment({ cardId, product }: { cardId: number; product: ProductDetail }) {
  const t = useT();
  const mayOpen = usePermission('card-payments-history-table');
  const validFrom = Date.parse(product.validFrom);
  const range = {
    from: new Date(validFrom - around.before).toISOString(),
    to: new Date(validFrom + around.after).toISOString(),
    limit: around.limit,
  };
  const { data } = useQuery({
    ...paymentsQuery(cardId, range, useLocale()),
    enabled: mayOpen && product.srid !== null,
  });
  const payment = data?.items.find(({ srid }) => srid !== null && srid === product.srid);
  if (!payment) return null;
  return (
    <Link
      to={pathOf('card-payments-history-table')}
      params={{ id: String(cardId) }}
      search={{ open: payment.id }}
      className={buttonClass('secondary')}
    >
      <PaymentsIcon />
      {t('products.paymentLink')}
    </Link>
  );
}
