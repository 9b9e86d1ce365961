import { Link } from '@tanstack/react-router';
import type { CardOverview } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { PaymentSummary } from '../../features/payments/components/payment-summary.tsx';
import { ProductSummary } from '../../features/products/components/product-summary.tsx';
import { TripSummary } from '../../features/trips/components/trip-summary.tsx';
import { useT } from '../../lib/i18n.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { ArrowRightIcon } from '../../ui/area-icons.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { UnderHeading } from '../../ui/heading.tsx';
import { Quiet, RowList, Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { HistoryRoute } from '../history/history-kind.ts';
import style from './card.module.css';

/** Up to five trips, payments and products of the last seven days, each list with a link to all of them. */
export function LastWeek({ overview }: { overview: CardOverview }) {
  const t = useT();
  const { card, trips, payments, products } = overview;
  const mayLook = [
    usePermission('card-trips-history-table'),
    usePermission('card-payments-history-table'),
    usePermission('card-products-history-table'),
  ];
  if (!mayLook.includes(true)) return null;
  return (
    <Stack as="section" gap={5}>
      <h2>{t('cards.lastWeek')}</h2>
      <UnderHeading>
        <div className={style.weeks}>
          <Week
            title={t('cards.tripsHeading')}
            none={t('cards.tripsNone')}
            more={t('cards.tripsMore')}
            route="card-trips-history-table"
            cardId={card.id}
            rows={trips.map((trip) => ({ id: trip.id, content: <TripSummary trip={trip} hasDay /> }))}
          />
          <Week
            title={t('cards.paymentsHeading')}
            none={t('cards.paymentsNone')}
            more={t('cards.paymentsMore')}
            route="card-payments-history-table"
            cardId={card.id}
            rows={payments.map((payment) => ({ id: payment.id, content: <PaymentSummary payment={payment} /> }))}
          />
          <Week
            title={t('cards.productsHeading')}
            none={t('cards.productsNone')}
            more={t('cards.productsMore')}
            route="card-products-history-table"
            cardId={card.id}
            rows={products.map((product) => ({ id: product.id, content: <ProductSummary product={product} /> }))}
          />
        </div>
      </UnderHeading>
    </Stack>
  );
}

type WeekProps = {
  title: string;
  none: string;
  more: string;
  route: HistoryRoute;
  cardId: number;
  rows: readonly { readonly id: string; readonly content: ReactNode }[];
};

function Week(week: WeekProps) {
  return (
    <Permitted to={week.route}>
      <Boundary>
        <WeekPanel {...week} />
      </Boundary>
    </Permitted>
  );
}

function WeekPanel({ title, none, more, route, cardId, rows }: WeekProps) {
  const params = { id: String(cardId) };
  const all = (
    <Link to={pathOf(route)} params={params} className={buttonClass('quiet')}>
      {more}
      <ArrowRightIcon />
    </Link>
  );
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <Quiet isSmall={false}>{none}</Quiet>
      ) : (
        <RowList>
          {rows.map(({ id, content }) => (
            <li key={id}>
              <Link to={pathOf(route)} params={params} search={{ open: id }} className={style.rowLink}>
                {content}
              </Link>
            </li>
          ))}
        </RowList>
      )}
      <div className={style.more}>{all}</div>
    </Panel>
  );
}
