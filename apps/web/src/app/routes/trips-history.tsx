import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { tripQuery } from '../../features/trips/api/get-trip.ts';
import { tripsQuery } from '../../features/trips/api/list-trips.ts';
import { TripDetails } from '../../features/trips/components/trip-details.tsx';
import { TripList } from '../../features/trips/components/trip-list.tsx';
import { TripSummary } from '../../features/trips/components/trip-summary.tsx';
import { useLocale, useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { TripsIcon } from '../../ui/icons.tsx';
import { HistoryList } from '../history/history-list.tsx';
import { HistoryScreen, type Scope } from '../history/history-screen.tsx';

export function TripsHistoryScreen() {
  const t = useT();
  return (
    <HistoryScreen title={t('trips.title')} route="card-trips-history-table">
      {(scope) => <TripsOfCard scope={scope} />}
    </HistoryScreen>
  );
}

function TripsOfCard({ scope }: { scope: Scope }) {
  const t = useT();
  const { card, history } = scope;
  const query = useQuery(tripsQuery(card.id, history.filter, useLocale()));
  const caption = t('trips.listLabel', { card: card.name });
  return (
    <HistoryList
      scope={scope}
      title={caption}
      query={query}
      icon={<TripsIcon />}
      empty={{
        atAll: { title: t('trips.emptyTitle'), text: t('trips.emptyText') },
        inPeriod: { title: t('trips.emptyFilteredTitle'), text: t('trips.emptyFilteredText') },
      }}
      next={
        <Permitted to="card">
          <Link to={pathOf('card')} search={{ id: card.id }} className={buttonClass('secondary')}>
            {t('cards.factsHeading')}
          </Link>
        </Permitted>
      }
      asked={(id) => <AskedTrip cardId={card.id} tripId={id} />}
    >
      {(page) => <TripList page={page} cardId={card.id} caption={caption} open={history.open} />}
    </HistoryList>
  );
}

function AskedTrip({ cardId, tripId }: { cardId: number; tripId: string }) {
  const { data } = useQuery(tripQuery(cardId, tripId, useLocale()));
  return (
    <>
      {data && <TripSummary trip={data} />}
      <TripDetails cardId={cardId} tripId={tripId} />
    </>
  );
}
