import { Link } from '@tanstack/react-router';
import type { RelatedTrip } from '@tapfolio/contracts/payments.ts';
import type { StoryLine } from '@tapfolio/domain/payment-story.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { openRow } from '../../../passenger/open-row.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { placesText } from '../../../passenger/trip-places.ts';
import { tripReasonText } from '../../../passenger/trip-reason.ts';
import { TransitIcon } from '../../../ui/icons.tsx';
import { LineBadge } from '../../../ui/line-badge.tsx';
import style from './payment-details.module.css';

type TripLine = Extract<StoryLine<RelatedTrip>, { kind: 'trip' }>;
type Props = { cardId: number; line: TripLine; isOneDay: boolean };

/** One trip of a payment: when, which line, from where to where, and why it has its price. It leads to its own details. */
export function StoryTrip({ cardId, line, isOneDay }: Props) {
  const { id, startedAt } = line.trip;
  const words = <TripWords line={line} isOneDay={isOneDay} />;
  return (
    <Permitted to="card-trips-history-table" otherwise={<div className={style.trip}>{words}</div>}>
      <Link
        to={pathOf('card-trips-history-table')}
        params={{ id: String(cardId) }}
        search={openRow(id, startedAt)}
        className={style.trip}
      >
        {words}
      </Link>
    </Permitted>
  );
}

function TripWords({ line: { trip, reason }, isOneDay }: Omit<Props, 'cardId'>) {
  const t = useT();
  const formats = useFormats();
  const { line, startedAt, timeZone, operator, refund } = trip;
  const time = isOneDay ? formats.time(startedAt, timeZone) : formats.dateTime(startedAt, timeZone);
  return (
    <>
      <span className={style.line}>{line ? <LineBadge {...line} /> : <TransitIcon />}</span>
      <span className={style.ride}>
        {placesText(trip, t)}
        <span className={style.about}>
          <span>{time}</span>
          {reason && <span>{tripReasonText(reason, t, formats)}</span>}
          {operator && <span>{operator}</span>}
          {refund && <span>{t('trips.refundedOf', { amount: formats.money(refund.amount) })}</span>}
        </span>
      </span>
    </>
  );
}
