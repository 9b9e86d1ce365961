import type { ProductSummary as Product, ProductDetail, ProductPage } from '@tapfolio/contracts/products.ts';
import type { ReactNode } from 'react';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/table.tsx';
import { ProductDetails } from './product-details.tsx';
import { ProductStatus, ProductSummary } from './product-summary.tsx';

type Props = {
  page: ProductPage;
  cardId: number;
  caption: string;
  /** The link to a product's payment and receipt, which belong to another feature. */
  payment: (product: ProductDetail) => ReactNode;
};

/** The products of a card. */
export function ProductList({ page, cardId, caption, payment }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <RecordList
      caption={caption}
      records={page.items}
      columns={columnsOf(t, formats)}
      summary={(product) => <ProductSummary product={product} />}
      details={{
        nameOf: ({ name, validFrom, timeZone }) => `${name}, ${formats.dateTime(validFrom, timeZone)}`,
        render: ({ id }) => <ProductDetails cardId={cardId} productId={id} payment={payment} />,
      }}
    />
  );
}

/** The columns of the specification (HIST-07). */
const columnsOf = (t: T, formats: Formats): Column<Product>[] => [
  { id: 'name', header: t('products.colName'), isRowHeader: true, cell: ({ name }) => <Delivered>{name}</Delivered> },
  {
    id: 'description',
    header: t('products.colDescription'),
    cell: ({ description }) => (description ? <Delivered>{description}</Delivered> : '–'),
  },
  {
    id: 'from',
    header: t('products.colValidFrom'),
    isOneLine: true,
    cell: ({ validFrom, timeZone }) => formats.dateTime(validFrom, timeZone),
  },
  {
    id: 'to',
    header: t('products.colValidTo'),
    isOneLine: true,
    cell: ({ validTo, timeZone }) => formats.dateTime(validTo, timeZone),
  },
  { id: 'amount', header: t('products.colAmount'), align: 'end', cell: ({ amount }) => formats.money(amount) },
  { id: 'status', header: t('products.colStatus'), cell: ({ status }) => <ProductStatus status={status} /> },
];
