import type { TripSummary as Trip, TripPage } from '@tapfolio/contracts/trips.ts';
import type { TripDoubt } from '@tapfolio/domain/trip-doubts.ts';
import { Fragment } from 'react';
import { type T, useT } from '../../../lib/i18n.ts';
import { type Formats, useFormats } from '../../../lib/use-formats.ts';
import { TripDebt } from '../../../passenger/debts.tsx';
import { useDoubtfulTrips } from '../../../passenger/doubtful-trips.ts';
import { placesText } from '../../../passenger/trip-places.ts';
import { Quiet } from '../../../ui/layout.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import type { RowGroup } from '../../../ui/row-groups.ts';
import { type Column, Under } from '../../../ui/table.tsx';
import { DoubtMark, FareReason, TripLine, TripStatus, TripTimes } from './trip-cells.tsx';
import { type Additions, TripDetails } from './trip-details.tsx';
import { TripSummary } from './trip-summary.tsx';

type Props = Additions & {
  page: TripPage;
  cardId: number;
  caption: string;
  /** The trips that are for work, as far as that is known. */
  forWork?: ReadonlySet<string> | undefined;
};

/** The ids of trips whose row has a mark. */
type Marked = { doubtful: ReadonlySet<string>; forWork: ReadonlySet<string> };

const noTrips: ReadonlySet<string> = new Set();

/** The trips of a card, under a heading for each day. The totals are those of the whole day, even if a page shows only a part of it. */
export function TripList({ page, cardId, caption, forWork = noTrips, ...additions }: Props) {
  const t = useT();
  const doubtful = new Set(useDoubtfulTrips().flatMap(({ tripId, doubt }) => (isMissingTap(doubt) ? [] : tripId)));
  const formats = useFormats();
  const groupOf = ({ serviceDay }: Trip): RowGroup => ({
    key: serviceDay,
    heading: formats.day(serviceDay),
    ...totalsOf(
      page.days.filter((day) => day.serviceDay === serviceDay),
      t,
      formats,
    ),
  });
  return (
    <RecordList
      caption={caption}
      records={page.items}
      columns={columnsOf(t, formats, { doubtful, forWork })}
      groupOf={groupOf}
      summary={(trip) => (
        <TripSummary trip={trip} isDoubtful={doubtful.has(trip.id)} isForWork={forWork.has(trip.id)} />
      )}
      details={{
        nameOf: (trip) => formats.dateTime(trip.startedAt, trip.timeZone),
        render: (trip) => <TripDetails cardId={cardId} tripId={trip.id} at={trip.startedAt} {...additions} />,
      }}
    />
  );
}

/** The status of such a trip says it already. */
const isMissingTap = (doubt: TripDoubt): boolean => doubt === 'no_check_out' || doubt === 'no_check_in';

/** How many trips a day had and what they cost: currencies are never added. */
function totalsOf(totals: TripPage['days'], t: T, { money }: Formats): Pick<RowGroup, 'note' | 'sum'> {
  if (totals.length === 0) return {};
  const count = totals.reduce((sum, { trips }) => sum + trips, 0);
  return {
    note: t('common.trips', { count }),
    sum: totals.map(({ total }, place) => (
      <Fragment key={total.currency}>
        {place > 0 && <br />}
        {money(total)}
      </Fragment>
    )),
  };
}

/** Enough of an id to distinguish trips; the details show all of it. */
const shortId = (id: string): string => id.slice(0, 8);

/** The columns of the specification (HIST-01). */
const columnsOf = (t: T, formats: Formats, { doubtful, forWork }: Marked): Column<Trip>[] => [
  {
    id: 'trip',
    header: t('trips.colId'),
    isRowHeader: true,
    cell: (trip) => (
      <>
        <div>{placesText(trip, t)}</div>
        <Quiet as="div">
          <TripTimes trip={trip} /> · {shortId(trip.id)}
          {trip.operator && ` · ${trip.operator}`}
          {forWork.has(trip.id) && ` · ${t('work.forWork')}`}
        </Quiet>
        {doubtful.has(trip.id) && <DoubtMark />}
      </>
    ),
  },
  { id: 'line', header: t('trips.colLine'), cell: (trip) => <TripLine trip={trip} /> },
  { id: 'type', header: t('trips.colType'), cell: (trip) => t(`common.transportType.${trip.transportType}`) },
  { id: 'status', header: t('trips.colStatus'), cell: (trip) => <TripStatus status={trip.status} /> },
  {
    id: 'fare',
    header: t('trips.colFare'),
    align: 'end',
    isSummed: true,
    cell: (trip) => (
      <>
        <div>{formats.money(trip.fare)}</div>
        <TripDebt tripId={trip.id} />
        <Under>
          <FareReason trip={trip} />
        </Under>
      </>
    ),
  },
  { id: 'currency', header: t('trips.colCurrency'), cell: (trip) => trip.fare.currency },
  {
    id: 'updated',
    header: t('trips.colUpdated'),
    isOneLine: true,
    cell: (trip) => <Quiet as="span">{formats.dateTime(trip.updatedAt, trip.timeZone)}</Quiet>,
  },
];
