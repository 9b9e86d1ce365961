import type { Debt } from '@tapfolio/contracts/debts.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { placesText } from '../../../passenger/trip-places.ts';
import { unusualFareText } from '../../../passenger/trip-reason.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Quiet, RowList } from '../../../ui/layout.tsx';
import { LineBadge } from '../../../ui/line-badge.tsx';
import { Summary } from '../../../ui/summary.tsx';

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
              <Summary
                name={placesText(trip, t)}
                amount={formats.money(trip.price)}
                note={formats.dateTime(trip.startedAt, trip.timeZone)}
                status={trip.line ? <LineBadge {...trip.line} /> : t(`common.transportType.${trip.transportType}`)}
                below={unusualFareText(trip.price, trip.fareReason, t)}
              />
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
