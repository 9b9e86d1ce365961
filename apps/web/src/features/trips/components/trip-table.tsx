import type { TripPage, TripSummary } from '@tapfolio/contracts/trips.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { groupByDay } from '../day-groups.ts';
import { DayHeading } from './day-heading.tsx';
import { FareWhy } from './fare-why.tsx';
import { TripDetails } from './trip-details.tsx';
import { TripLine } from './trip-line.tsx';
import { TripPlaces } from './trip-places.tsx';
import { TripStatus } from './trip-status.tsx';
import style from './trip-table.module.css';
import { TripTimes } from './trip-times.tsx';

type Props = { page: TripPage; cardId: number; caption: string; open: string | undefined };

/** The trips as the specification's table, under a heading for each day with the whole day's total. */
export function TripTable({ page, cardId, caption, open }: Props) {
  const t = useT();
  const formats = useFormats();
  const groups = new Map(groupByDay(page).map((group) => [group.day, group]));
  return (
    <Table
      caption={caption}
      columns={columnsOf(t, formats)}
      rows={page.items}
      rowKey={(trip) => trip.id}
      groupOf={({ serviceDay }) => ({
        key: serviceDay,
        heading: <DayHeading day={serviceDay} totals={groups.get(serviceDay)?.totals ?? []} />,
      })}
      details={{
        label: (trip) => `${t('common.details')}: ${formats.dateTime(trip.startedAt, trip.timeZone)}`,
        render: (trip) => <TripDetails cardId={cardId} tripId={trip.id} at={trip.startedAt} />,
        isOpenAtFirst: (trip) => trip.id === open,
      }}
    />
  );
}

/** Enough of an id to tell trips apart; the details have all of it. */
const shortId = (id: string): string => id.slice(0, 8);

const columnsOf = (t: T, formats: Formats): Column<TripSummary>[] => [
  {
    id: 'trip',
    header: t('trips.colId'),
    isRowHeader: true,
    cell: (trip) => (
      <span className={style.trip}>
        <span>
          <TripPlaces trip={trip} />
        </span>
        <span className={style.quiet}>
          <TripTimes trip={trip} /> · {shortId(trip.id)}
          {trip.operator && ` · ${trip.operator}`}
        </span>
      </span>
    ),
  },
  { id: 'line', header: t('trips.colLine'), cell: (trip) => <TripLine trip={trip} /> },
  { id: 'type', header: t('trips.colType'), cell: (trip) => t(`common.transportType.${trip.transportType}`) },
  { id: 'status', header: t('trips.colStatus'), cell: (trip) => <TripStatus status={trip.status} /> },
  {
    id: 'fare',
    header: t('trips.colFare'),
    align: 'end',
    cell: (trip) => (
      <span className={style.fare}>
        <span>{formats.money(trip.fare)}</span>
        <span className={style.quiet}>
          <FareWhy trip={trip} />
        </span>
      </span>
    ),
  },
  { id: 'currency', header: t('trips.colCurrency'), cell: (trip) => trip.fare.currency },
  {
    id: 'updated',
    header: t('trips.colUpdated'),
    cell: (trip) => <span className={style.updated}>{formats.dateTime(trip.updatedAt, trip.timeZone)}</span>,
  },
];
