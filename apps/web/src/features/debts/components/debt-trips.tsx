import type { Debt } from '@tapfolio/contracts/debts.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { unusualFareText } from '../../../passenger/trip-reason.ts';
import { TripWords, tripClass } from '../../../passenger/trip-words.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Quiet, RowList } from '../../../ui/layout.tsx';
import style from './debt-panel.module.css';

/** The trips that an unpaid fare comes from (DEBT-01). */
export function DebtTrips({ debt: { paymentId, trips } }: { debt: Debt }) {
  const t = useT();
  const formats = useFormats();
  if (trips.length === 0) return null;
  return (
    <Disclosure id={`trips-${paymentId}`} summary={t('debts.trips', { count: trips.length })}>
      {() => (
        <RowList>
          {trips.map((trip) => (
            <li key={trip.id}>
              <div className={style.fare}>
                <div className={tripClass}>
                  <TripWords
                    trip={trip}
                    time={formats.dateTime(trip.startedAt, trip.timeZone)}
                    reason={unusualFareText(trip.price, trip.fareReason, t)}
                  />
                </div>
                <strong>{formats.money(trip.price)}</strong>
              </div>
            </li>
          ))}
        </RowList>
      )}
    </Disclosure>
  );
}

/** What happened to an unpaid fare so far, the newest last. */
export function DebtHistory({ debt: { paymentId, history, timeZone } }: { debt: Debt }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Disclosure id={`history-${paymentId}`} summary={t('debts.history')}>
      {() => (
        <RowList>
          {history.map(({ at, event, source, amount }) => {
            const name = event === 'request' && source === 'guest' ? 'request_guest' : event;
            return (
              <li key={`${at} ${event}`}>
                <Quiet as="div">{formats.dateTime(at, timeZone)}</Quiet>
                <div>{t(`debts.event_${name}`, { amount: formats.money(amount) })}</div>
              </li>
            );
          })}
        </RowList>
      )}
    </Disclosure>
  );
}
