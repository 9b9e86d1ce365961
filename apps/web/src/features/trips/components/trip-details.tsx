import { useQuery } from '@tanstack/react-query';
import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { fareReasonOf } from '@tapfolio/domain/fare-reason.ts';
import { type ReactNode, useState } from 'react';
import { type T, useLocale, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { mayGetPayment } from '../../../passenger/may-get-payment.ts';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { fareReasonText } from '../../../passenger/trip-reason.ts';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Quiet, Row, Stack } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { tripQuery } from '../api/get-trip.ts';
import { refundReasonText } from '../refund-reason.ts';
import { TripStops } from './trip-stops.tsx';

/** What can be done about a trip, such as a document that proves it. */
export type StepsOfTrip = (trip: TripDetail) => ReactNode;

/** Says why a trip looks wrong, else what it is given: what the status means. */
export type DoubtAbout = (trip: TripDetail, otherwise: ReactNode) => ReactNode;

/** What the screen adds to the details of a trip. */
export type Additions = { steps?: StepsOfTrip | undefined; doubtAbout?: DoubtAbout | undefined };

type Props = Additions & { cardId: number; tripId: string; at?: string };

/** What opens under a trip: stops and times, the reason of the fare, refund, the link to its payment, and what can be done about it. */
export function TripDetails({ cardId, tripId, at, ...additions }: Props) {
  const query = useQuery(tripQuery(cardId, tripId, useLocale(), at));
  return (
    <Loaded query={query} lines={4}>
      {(trip) => <Details cardId={cardId} trip={trip} {...additions} />}
    </Loaded>
  );
}

function Details({ cardId, trip, steps, doubtAbout }: Additions & { cardId: number; trip: TripDetail }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Stack gap={5} isStart>
      <TripStops trip={trip} />
      {doubtAbout ? doubtAbout(trip, <StatusHelp trip={trip} />) : <StatusHelp trip={trip} />}
      <Facts facts={factsOf(trip, t, formats)} />
      {/* A trip with a reference has a payment, which may have begun before the history of the card. */}
      {trip.srid === null && <NoPayment trip={trip} />}
      <Row>
        {trip.payment && (
          <PaymentLink cardId={cardId} payment={trip.payment} className={buttonClass('secondary')}>
            {t('trips.paymentLink')}
          </PaymentLink>
        )}
        {steps?.(trip)}
      </Row>
    </Stack>
  );
}

function NoPayment({ trip: { id, startedAt, fare } }: { trip: TripDetail }) {
  const t = useT();
  const [mayCome] = useState(() => mayGetPayment(startedAt));
  if (mayCome) return <Quiet isSmall={false}>{t('trips.paymentNone')}</Quiet>;
  return (
    <p>
      {t('trips.paymentNever')} {fare.amountMinor !== 0 && <WhomToAsk about={`${t('trips.tripId')} ${id}`} />}
    </p>
  );
}

/** What an unusual status means. For a missing tap the reason of the fare says it too: it is said once, before the request if there is one. */
function StatusHelp({ trip }: { trip: TripDetail }) {
  const t = useT();
  const { id, status } = trip;
  if (status === 'calculated' || (tellsMissingTap(trip) && !asksForTap(trip))) return null;
  return (
    <p>
      {t(`trips.statusHelp_${status}`)}
      {asksForTap(trip) && (
        <>
          {' '}
          {t('trips.forgottenTap')} <WhomToAsk about={`${t('trips.tripId')} ${id}`} />
        </>
      )}
    </p>
  );
}

/** True while it can bring money back to tell where one got on or off: a trip is refunded once. */
const asksForTap = ({ status, fare, refund }: TripDetail): boolean =>
  status === 'fallback' && !refund && fare.amountMinor !== 0;

/** True if the reason of the fare says that a tap is missing, as the help of the status does. */
const tellsMissingTap = ({ status, fareReason }: TripDetail): boolean =>
  status === 'fallback' && fareReason !== null && fareReasonOf(fareReason) === 'incomplete';

function factsOf(trip: TripDetail, t: T, formats: Formats): Fact[] {
  const { refund, fareReason } = trip;
  const hasReason = fareReason !== null && !(tellsMissingTap(trip) && asksForTap(trip));
  return [
    { label: t('trips.colType'), value: t(`common.transportType.${trip.transportType}`) },
    { label: t('trips.colStatus'), value: t(`common.tripStatus.${trip.status}`) },
    { label: t('trips.operator'), value: trip.operator },
    { label: t('trips.fareReason'), value: hasReason && fareReasonText(fareReason, t) },
    { label: t('trips.refundAmount'), value: refund && formats.money(refund.amount) },
    { label: t('trips.refundReason'), value: refund && refundReasonText(refund.reason, t) },
    { label: t('common.statementReference'), value: trip.srid && <Verbatim>{trip.srid}</Verbatim> },
    { label: t('trips.colUpdated'), value: formats.dateTime(trip.updatedAt, trip.timeZone) },
    { label: t('trips.tripId'), value: trip.id, isLong: true },
  ];
}
