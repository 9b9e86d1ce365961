import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { productQuery } from '../../features/products/api/get-product.ts';
import { productsQuery } from '../../features/products/api/list-products.ts';
import { ProductDetails } from '../../features/products/components/product-details.tsx';
import { ProductList } from '../../features/products/components/product-list.tsx';
import { ProductSummary } from '../../features/products/components/product-summary.tsx';
import { useLocale, useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { ProductIcon } from '../../ui/area-icons.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { HistoryList } from '../history/history-list.tsx';
import { HistoryScreen, type Scope } from '../history/history-screen.tsx';
import { ProductPayment } from '../history/product-payment.tsx';

export function ProductsHistoryScreen() {
  const t = useT();
  return (
    <HistoryScreen title={t('products.title')} route="card-products-history-table">
      {(scope) => <ProductsOfCard scope={scope} />}
    </HistoryScreen>
  );
}

function ProductsOfCard({ scope }: { scope: Scope }) {
  const t = useT();
  const { card, history } = scope;
  const query = useQuery(productsQuery(card.id, history.filter, useLocale()));
  const caption = t('products.listLabel', { card: card.name });
  return (
    <HistoryList
      scope={scope}
      title={caption}
      query={query}
      icon={<ProductIcon />}
      empty={{
        atAll: { title: t('products.emptyTitle'), text: t('products.emptyText') },
        inPeriod: { title: t('products.emptyFilteredTitle'), text: t('products.emptyFilteredText') },
      }}
      next={
        <Permitted to="card-trips-history-table">
          <Link
            to={pathOf('card-trips-history-table')}
            params={{ id: String(card.id) }}
            className={buttonClass('secondary')}
          >
            {t('nav.trips')}
          </Link>
        </Permitted>
      }
      asked={(id) => <AskedProduct cardId={card.id} productId={id} />}
    >
      {(page) => (
        <ProductList
          products={page.items}
          cardId={card.id}
          caption={caption}
          open={history.open}
          payment={(product) => <ProductPayment cardId={card.id} product={product} />}
        />
      )}
    </HistoryList>
  );
}

function AskedProduct({ cardId, productId }: { cardId: number; productId: string }) {
  const { data } = useQuery(productQuery(cardId, productId, useLocale()));
  return (
    <>
      {data && <ProductSummary product={data} />}
      <ProductDetails
        cardId={cardId}
        productId={productId}
        payment={(product) => <ProductPayment cardId={cardId} product={product} />}
      />
    </>
  );
}
