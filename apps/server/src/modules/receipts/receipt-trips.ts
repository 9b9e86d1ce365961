import type { PaymentDetail, RelatedTrip } from '@tapfolio/contracts/payments.ts';
import type { Story, TripReason } from '@tapfolio/domain/payment-story.ts';
import { formatDateTime } from '@tapfolio/locales/formats.ts';
import { cutName } from '../../documents/cut-name.ts';
import type { Listing, Pen } from '../../documents/sheet.ts';
import { stopName } from '../../documents/stop-name.ts';

/** The payment of a passenger, and how its amount came about. */
export interface AccountReceipt {
  readonly payment: PaymentDetail;
  readonly story: Story<RelatedTrip>;
}

/** The trips of a payment, each with its price and the reason of it; null if the payment has none. */
export function writeTrips(pen: Pen, { payment, story }: AccountReceipt): Listing | null {
  const { t, locale, money, home } = pen;
  if (payment.trips.length === 0) return null;
  // Some systems deliver no lines at all, and most run all lines themselves.
  const showsLines = payment.trips.some(({ line }) => line !== null);
  const showsOperators = payment.trips.some(({ operator }) => operator !== null);
  const columns = (operator: string, line: string, ...rest: readonly string[]): string[] => [
    ...(showsOperators ? [operator] : []),
    ...(showsLines ? [line] : []),
    ...rest,
  ];
  const tripLines = story.lines.flatMap((line) => (line.kind === 'trip' ? [line] : []));
  return {
    title: t('receiptdoc.trips'),
    head: columns(
      t('receiptdoc.operator'),
      t('receiptdoc.line'),
      t('receiptdoc.route'),
      t('receiptdoc.time'),
      t('receiptdoc.price'),
    ),
    rows: tripLines.map(({ trip, amount, reason }) =>
      columns(
        cutName(trip.operator ?? home),
        cutName(trip.line?.name ?? t('receiptdoc.unknownLine')),
        writeTrip(pen, trip, reason),
        formatDateTime(trip.startedAt, locale, trip.timeZone),
        money(amount),
      ),
    ),
  };
}

/** The places of a trip, and why it has its price. */
function writeTrip(pen: Pen, { from, to }: RelatedTrip, reason: TripReason | null): string {
  const { t } = pen;
  const trip = writePlaces({ from, to }, t);
  const why = reason && writeTripReason(pen, reason);
  return why ? t('receiptdoc.tripWithReason', { trip, reason: why }) : trip;
}

/** A trip whose end was not recorded (most buses) is named by its start. */
function writePlaces({ from, to }: Pick<RelatedTrip, 'from' | 'to'>, t: Pen['t']): string {
  if (to === null) return stopName(from, t);
  if (from === null) return t('receiptdoc.routeToOnly', { to: stopName(to, t) });
  return t('receiptdoc.routeText', { from: stopName(from, t), to: stopName(to, t) });
}

/** A separate fare needs no reason. */
function writeTripReason({ t, money }: Pen, reason: TripReason): string | null {
  switch (reason.code) {
    case 'payg':
      return null;
    case 'delivered':
      return reason.text;
    case 'daily_cap':
      return reason.reached
        ? t('receiptdoc.fare_daily_cap_at', { cap: money(reason.reached) })
        : t('receiptdoc.fare_daily_cap');
    case 'pass':
      return reason.name ? t('receiptdoc.fare_pass_named', { name: reason.name }) : t('receiptdoc.fare_pass');
    default:
      return t(`receiptdoc.fare_${reason.code}`);
  }
}
