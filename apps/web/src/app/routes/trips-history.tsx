import { useQuery } from '@tanstack/react-query';
import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { useMemo } from 'react';
import { tripQuery } from '../../features/trips/api/get-trip.ts';
import { tripsQuery } from '../../features/trips/api/list-trips.ts';
import { type Additions, TripDetails } from '../../features/trips/components/trip-details.tsx';
import { TripList } from '../../features/trips/components/trip-list.tsx';
import { TripSummary } from '../../features/trips/components/trip-summary.tsx';
import { workTripsQuery } from '../../features/work-trips/api/list-work-trips.ts';
import { ChooseWorkTrips } from '../../features/work-trips/components/choose-work-trips.tsx';
import { useT } from '../../lib/i18n.ts';
import { usePermission } from '../../passenger/permissions.ts';
import { TripsIcon } from '../../ui/icons.tsx';
import { Quiet } from '../../ui/layout.tsx';
import type { ListProps } from '../history/history-kind.ts';
import { HistoryScreen } from '../history/history-screen.tsx';
import { useHistory } from '../history/use-history.ts';
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
        document: (range, cardId, { items }) => (
          <>
            <TravelProof cardId={cardId} range={range} />
            <ChooseOfPage cardId={cardId} trips={items} />
          </>
        ),
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

/** The marks of the page come beside its trips, with the same filter. */
const useWorkOfPage = (cardId: number) => workTripsQuery(cardId, useHistory().filter);

function ChooseOfPage({ cardId, trips }: { cardId: number; trips: TripPage['items'] }) {
  return <ChooseWorkTrips cardId={cardId} trips={trips} query={useWorkOfPage(cardId)} />;
}

function Trips(props: ListProps<TripPage>) {
  const t = useT();
  const { cardId } = props;
  const isOffered = usePermission('card-trips-history-table.work');
  const { data, isError } = useQuery({ ...useWorkOfPage(cardId), enabled: isOffered });
  const forWork = useMemo(() => data && new Set(data.tripIds), [data]);
  return (
    <>
      <TripList {...props} forWork={forWork} {...additionsOf(cardId, forWork)} />
      {isError && <Quiet>{t('work.unknown')}</Quiet>}
    </>
  );
}

/** `forWork` has the trips of the page that are for work; it is left out for a trip alone. */
const additionsOf = (cardId: number, forWork?: ReadonlySet<string>): Additions => ({
  steps: (trip) => <TripSteps cardId={cardId} trip={trip} isForWork={forWork?.has(trip.id)} />,
  doubtAbout: (trip, otherwise) => (
    <DoubtOfTrip cardId={cardId} trip={trip}>
      {otherwise}
    </DoubtOfTrip>
  ),
});
