import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { type Doubt, doubtText } from '../../../passenger/doubtful-trips.ts';
import { TripLink } from '../../../passenger/trip-link.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Stack } from '../../../ui/layout.tsx';

type Props = {
  trip: TripDetail;
  doubt: Doubt;
  /** The passenger has asked the operator about the trip. */
  isAsked: boolean;
};

/** Says why a trip looks wrong, and leads to the trip that it has to do with. */
export function DoubtNote({ trip, doubt, isAsked }: Props) {
  const t = useT();
  const formats = useFormats();
  const { other } = doubt;
  return (
    <Alert type={isAsked ? 'info' : 'warning'} title={t('doubts.heading')} isStanding>
      <Stack gap={2} isStart>
        <p>{doubtText(doubt, trip.timeZone, t, formats)}</p>
        {isAsked && <p>{t('doubts.asked')}</p>}
        {other && (
          <TripLink trip={other} className={buttonClass('link')}>
            {t('doubts.link')}
          </TripLink>
        )}
      </Stack>
    </Alert>
  );
}
