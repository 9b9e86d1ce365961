import type { ProductSummary as Product, ProductDetail } from '@tapfolio/contracts/products.ts';
import type { ReactNode } from 'react';
import { roomy, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ProductDetails } from './product-details.tsx';
import { ProductSummary } from './product-summary.tsx';
import { ProductTable } from './product-table.tsx';

type Props = {
  products: readonly Product[];
  cardId: number;
  caption: string;
  open: string | undefined;
  payment: (product: ProductDetail) => ReactNode;
};

export function ProductList(props: Props) {
  const isRoomy = useMediaQuery(roomy);
  if (isRoomy) return <ProductTable {...props} />;
  return props.products.map((product) => (
    <Disclosure
      key={product.id}
      id={product.id}
      summary={<ProductSummary product={product} />}
      isOpenAtFirst={product.id === props.open}
    >
      {() => <ProductDetails cardId={props.cardId} productId={product.id} payment={props.payment} />}
    </Disclosure>
  ));
}
