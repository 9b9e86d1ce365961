import type { ProductDetail, ProductSummary } from '@tapfolio/contracts/products.ts';
import type { ReactNode } from 'react';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { ProductDetails } from './product-details.tsx';
import { ProductStatus } from './product-status.tsx';

type Props = {
  products: readonly ProductSummary[];
  cardId: number;
  caption: string;
  open: string | undefined;
  payment: (product: ProductDetail) => ReactNode;
};

/** The products as the specification's table (HIST-07). */
export function ProductTable({ products, cardId, caption, open, payment }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <Table
      caption={caption}
      columns={columnsOf(t, formats)}
      rows={products}
      rowKey={(product) => product.id}
      details={{
        label: (product) => `${t('common.details')}: ${product.name}`,
        render: (product) => <ProductDetails cardId={cardId} productId={product.id} payment={payment} />,
        isOpenAtFirst: (product) => product.id === open,
      }}
    />
  );
}

const columnsOf = (t: T, formats: Formats): Column<ProductSummary>[] => [
  { id: 'name', header: t('products.colName'), isRowHeader: true, cell: (product) => product.name },
  { id: 'description', header: t('products.colDescription'), cell: (product) => product.description ?? '–' },
  {
    id: 'from',
    header: t('products.colValidFrom'),
    cell: (product) => formats.dateTime(product.validFrom, product.timeZone),
  },
  {
    id: 'to',
    header: t('products.colValidTo'),
    cell: (product) => formats.dateTime(product.validTo, product.timeZone),
  },
  { id: 'amount', header: t('products.colAmount'), align: 'end', cell: (product) => formats.money(product.amount) },
  { id: 'status', header: t('products.colStatus'), cell: (product) => <ProductStatus status={product.status} /> },
];
