import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { groupByDay } from '../day-groups.ts';
import { DayHeading } from './day-heading.tsx';
import { TripDetails } from './trip-details.tsx';
import style from './trip-rows.module.css';
import { TripSummary } from './trip-summary.tsx';

type Props = { page: TripPage; cardId: number; open: string | undefined };

/** The trips for a narrow screen: rows under their days, details open in place. */
export function TripRows({ page, cardId, open }: Props) {
  return groupByDay(page).map(({ day, totals, trips }) => (
    <section key={day}>
      <h3 className={style.day}>
        <DayHeading day={day} totals={totals} />
      </h3>
      {trips.map((trip) => (
        <Disclosure key={trip.id} id={trip.id} summary={<TripSummary trip={trip} />} isOpenAtFirst={trip.id === open}>
          {() => <TripDetails cardId={cardId} tripId={trip.id} at={trip.startedAt} />}
        </Disclosure>
      ))}
    </section>
  ));
}
