import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { tripQuery } from '../../features/trips/api/get-trip.ts';
import { tripsQuery } from '../../features/trips/api/list-trips.ts';
import { type Additions, TripDetails } from '../../features/trips/components/trip-details.tsx';
import { TripList } from '../../features/trips/components/trip-list.tsx';
import { TripSummary } from '../../features/trips/components/trip-summary.tsx';
import { useT } from '../../lib/i18n.ts';
import { TripsIcon } from '../../ui/icons.tsx';
import type { ListProps } from '../history/history-kind.ts';
import { HistoryScreen } from '../history/history-screen.tsx';
import { TravelProof } from '../travel-documents/travel-proof.tsx';
import { DoubtOfTrip, TripSteps } from '../trips/trip-steps.tsx';

export function TripsHistoryScreen() {
  const t = useT();
  return (
    <HistoryScreen
      kind={{
        route: 'card-trips-history-table',
        title: t('trips.title'),
        labelOf: (card) => t('trips.listLabel', { card }),
        icon: <TripsIcon />,
        empty: {
          atAll: { title: t('trips.emptyTitle'), text: t('trips.emptyText') },
          inPeriod: { title: t('trips.emptyFilteredTitle'), text: t('trips.emptyFilteredText') },
        },
        next: 'card',
        document: (range, cardId) => <TravelProof cardId={cardId} range={range} />,
        pageQuery: tripsQuery,
        List: Trips,
        sum: { label: t('trips.colFare'), amounts: ({ items }) => items.map(({ fare }) => fare) },
        recordQuery: tripQuery,
        summary: (trip) => <TripSummary trip={trip} />,
        details: (cardId, tripId) => <TripDetails cardId={cardId} tripId={tripId} {...additionsOf(cardId)} />,
      }}
    />
  );
}

function Trips(props: ListProps<TripPage>) {
  return <TripList {...props} {...additionsOf(props.cardId)} />;
}

const additionsOf = (cardId: number): Additions => ({
  steps: (trip) => <TripSteps cardId={cardId} trip={trip} />,
  doubtAbout: (trip, otherwise) => (
    <DoubtOfTrip cardId={cardId} trip={trip}>
      {otherwise}
    </DoubtOfTrip>
  ),
});
