import { Link } from '@tanstack/react-router';
import type { RelatedTrip } from '@tapfolio/contracts/payments.ts';
import type { StoryLine } from '@tapfolio/domain/payment-story.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { openRow } from '../../../passenger/open-row.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { tripReasonText } from '../../../passenger/trip-reason.ts';
import { TripWords, tripClass } from '../../../passenger/trip-words.tsx';

type TripLine = Extract<StoryLine<RelatedTrip>, { kind: 'trip' }>;
type Props = { cardId: number; line: TripLine; isOneDay: boolean };

/** One trip of a payment. It leads to its own details. */
export function StoryTrip({ cardId, line: { trip, reason }, isOneDay }: Props) {
  const t = useT();
  const formats = useFormats();
  const { id, startedAt, timeZone } = trip;
  const time = isOneDay ? formats.time(startedAt, timeZone) : formats.dateTime(startedAt, timeZone);
  const words = <TripWords trip={trip} time={time} reason={reason && tripReasonText(reason, t, formats)} />;
  return (
    <Permitted to="card-trips-history-table" otherwise={<div className={tripClass}>{words}</div>}>
      <Link
        to={pathOf('card-trips-history-table')}
        params={{ id: String(cardId) }}
        search={openRow(id, startedAt)}
        className={tripClass}
      >
        {words}
      </Link>
    </Permitted>
  );
}
