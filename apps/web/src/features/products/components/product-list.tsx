import type { ProductSummary as Product } from '@tapfolio/contracts/products.ts';
import { roomy, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ProductDetails } from './product-details.tsx';
import { ProductSummary } from './product-summary.tsx';
import { ProductTable } from './product-table.tsx';

type Props = { products: readonly Product[]; cardId: number; caption: string; open: string | undefined };

export function ProductList(props: Props) {
  const isRoomy = useMediaQuery(roomy);
  if (isRoomy) return <ProductTable {...props} />;
  return props.products.map((product) => (
    <Disclosure
      key={product.id}
      summary={<ProductSummary product={product} />}
      isOpenAtFirst={product.id === props.open}
    >
      {() => <ProductDetails cardId={props.cardId} productId={product.id} />}
    </Disclosure>
  ));
}
