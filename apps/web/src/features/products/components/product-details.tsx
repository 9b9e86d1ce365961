import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProductDetail } from '@tapfolio/contracts/products.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { type T, useLocale, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { Delivered } from '../../../passenger/delivered.tsx';
import { Permitted } from '../../../passenger/permitted.tsx';
import { StarIcon } from '../../../ui/area-icons.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { productQuery } from '../api/get-product.ts';

type Props = {
  cardId: number;
  productId: string;
  /** The link to the product's payment and receipt, which belong to another feature. */
  payment: (product: ProductDetail) => ReactNode;
};

/** What opens under a product: its conditions (HIST-08). Only delivered conditions are shown. */
export function ProductDetails({ cardId, productId, payment }: Props) {
  const t = useT();
  const query = useQuery(productQuery(cardId, productId, useLocale()));
  return (
    <Loaded query={query} lines={3}>
      {(product) => (
        <Stack gap={5} isStart>
          <ProductFacts product={product} />
          <Row>
            {payment(product)}
            <Permitted to="card-favourites-table">
              <Link
                to={pathOf('card-favourites-table')}
                params={{ id: String(cardId) }}
                className={buttonClass('secondary')}
              >
                <StarIcon />
                {t('products.favouritesLink')}
              </Link>
            </Permitted>
          </Row>
        </Stack>
      )}
    </Loaded>
  );
}

function ProductFacts({ product }: { product: ProductDetail }) {
  const t = useT();
  const facts = factsOf(product, t, useFormats());
  return facts.every(({ value }) => value === null) ? <p>{t('products.noDetails')}</p> : <Facts facts={facts} />;
}

function factsOf(product: ProductDetail, t: T, formats: Formats): Fact[] {
  const { fareClass, roundTripType, userProfile, storedValue } = product;
  return [
    {
      label: t('products.colDescription'),
      value: product.description && <Delivered>{product.description}</Delivered>,
      isLong: true,
    },
    { label: t('products.fareClass'), value: fareClass && t(`common.fareClass.${fareClass}`) },
    { label: t('products.roundTrip'), value: roundTripType && t(`common.roundTripType.${roundTripType}`) },
    { label: t('products.profile'), value: userProfile && t(`common.userProfile.${userProfile}`) },
    { label: t('products.fromLocation'), value: product.fromTariffLocation },
    { label: t('products.toLocation'), value: product.toTariffLocation },
    { label: t('products.storedValue'), value: storedValue && formats.money(storedValue) },
    { label: t('products.fqCode'), value: product.fqCode },
    { label: t('products.bookingId'), value: product.bookingId },
    { label: t('common.statementReference'), value: product.srid && <Verbatim>{product.srid}</Verbatim> },
  ];
}
