import type { ProductDetail, ProductPage } from '@tapfolio/contracts/products.ts';
import { FavouritesAtHand } from '../../features/favourites/components/favourites-at-hand.tsx';
import { productQuery } from '../../features/products/api/get-product.ts';
import { productsQuery } from '../../features/products/api/list-products.ts';
import { ProductDetails } from '../../features/products/components/product-details.tsx';
import { ProductList } from '../../features/products/components/product-list.tsx';
import { ProductSummary } from '../../features/products/components/product-summary.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { ProductIcon } from '../../ui/area-icons.tsx';
import type { ListProps } from '../history/history-kind.ts';
import { HistoryScreen } from '../history/history-screen.tsx';
import { ProductPayment } from '../history/product-payment.tsx';

export function ProductsHistoryScreen() {
  const t = useT();
  return (
    <HistoryScreen
      kind={{
        route: 'card-products-history-table',
        title: t('products.title'),
        labelOf: (card) => t('products.listLabel', { card }),
        icon: <ProductIcon />,
        empty: {
          atAll: { title: t('products.emptyTitle'), text: t('products.emptyText') },
          inPeriod: { title: t('products.emptyFilteredTitle'), text: t('products.emptyFilteredText') },
        },
        next: 'card-trips-history-table',
        above: (card) => (
          <Permitted to="card-favourites-table">
            <FavouritesAtHand cardId={card.id} />
          </Permitted>
        ),
        pageQuery: productsQuery,
        List: Products,
        sum: { label: t('products.colAmount'), amounts: ({ items }: ProductPage) => items.map(({ amount }) => amount) },
        recordQuery: productQuery,
        summary: (product) => <ProductSummary product={product} />,
        details: (cardId, productId) => (
          <ProductDetails cardId={cardId} productId={productId} payment={paymentOf(cardId)} />
        ),
      }}
    />
  );
}

const paymentOf = (cardId: number) => (product: ProductDetail) => <ProductPayment cardId={cardId} product={product} />;

function Products(props: ListProps<ProductPage>) {
  return <ProductList {...props} payment={paymentOf(props.cardId)} />;
}
