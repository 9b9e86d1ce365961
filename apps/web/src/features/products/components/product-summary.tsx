import type { ProductSummary as Product } from '@tapfolio/contracts/products.ts';
import type { ProductStatus as Status } from '@tapfolio/domain/states.ts';
import { useT } from '../../../lib/i18n.ts';
import { onOneLine, useFormats } from '../../../lib/use-formats.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { StatusText } from '../../../ui/status-text.tsx';
import { Summary } from '../../../ui/summary.tsx';

/** A product on one row: its name, its validity, its price and its state. */
export function ProductSummary({ product }: { product: Product }) {
  const t = useT();
  const formats = useFormats();
  const from = onOneLine(formats.dateTime(product.validFrom, product.timeZone));
  const to = onOneLine(formats.dateTime(product.validTo, product.timeZone));
  return (
    <Summary
      name={<Delivered>{product.name}</Delivered>}
      amount={formats.money(product.amount)}
      note={t('products.validity', { from, to })}
      status={<ProductStatus status={product.status} />}
      hasLongNote
    />
  );
}

const tones = { active: 'success', used: 'neutral', expired: 'neutral', cancelled: 'warning' } as const;

/** Whether a product can be used. */
export function ProductStatus({ status }: { status: Status }) {
  const t = useT();
  return <StatusText tone={tones[status]}>{t(`common.productStatus.${status}`)}</StatusText>;
}
