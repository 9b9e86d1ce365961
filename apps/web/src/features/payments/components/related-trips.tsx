import { Link } from '@tanstack/react-router';
import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../lib/permitted.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { TransitIcon } from '../../../ui/icons.tsx';
import { LineBadge } from '../../../ui/line-badge.tsx';
import style from './payment-details.module.css';

type Trip = PaymentDetail['trips'][number];

/** The trips of a payment: line, place, time and price, each leading to its own details (HIST-05). */
export function RelatedTrips({ cardId, payment }: { cardId: number; payment: PaymentDetail }) {
  const t = useT();
  if (payment.trips.length === 0) return null;
  return (
    <section className={style.part}>
      <h3>{t('payments.tripsHeading')}</h3>
      <ul className={style.trips}>
        {payment.trips.map((trip) => (
          <li key={trip.id}>
            <Permitted
              to="card-trips-history-table"
              otherwise={
                <div className={style.trip}>
                  <RelatedTrip trip={trip} timeZone={payment.timeZone} />
                </div>
              }
            >
              <Link
                to={pathOf('card-trips-history-table')}
                params={{ id: String(cardId) }}
                search={{ open: trip.id }}
                className={style.trip}
              >
                <RelatedTrip trip={trip} timeZone={payment.timeZone} />
              </Link>
            </Permitted>
          </li>
        ))}
      </ul>
    </section>
  );
}

function placesOf({ from, to }: Trip, t: T): string {
  if (from && to) return t('trips.fromTo', { from, to });
  return from ?? to ?? t('trips.stopUnknown');
}

function RelatedTrip({ trip, timeZone }: { trip: Trip; timeZone: string }) {
  const t = useT();
  const formats = useFormats();
  const { line } = trip;
  return (
    <>
      <span>
        {line ? (
          <LineBadge name={line.name} longName={line.longName} color={line.color} textColor={line.textColor} />
        ) : (
          <TransitIcon />
        )}
      </span>
      <span className={style.place}>{placesOf(trip, t)}</span>
      <span className={style.price}>{formats.money(trip.price)}</span>
      <span className={`${style.time} ${style.quiet}`}>{formats.dateTime(trip.startedAt, timeZone)}</span>
    </>
  );
}
