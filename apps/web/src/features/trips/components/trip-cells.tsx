import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import type { TripStatus as Status } from '@tapfolio/domain/states.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { unusualFareText } from '../../../passenger/trip-reason.ts';
import { TransitIcon } from '../../../ui/icons.tsx';
import { LineBadge } from '../../../ui/line-badge.tsx';
import { StatusText } from '../../../ui/status-text.tsx';
import { BusIcon, MetroIcon, RailIcon, TramIcon } from '../../../ui/transport-icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

type Part<K extends keyof TripSummary> = { trip: Pick<TripSummary, K> };

const transportIcons: Readonly<Partial<Record<TripSummary['transportType'], typeof BusIcon>>> = {
  bus: BusIcon,
  tram: TramIcon,
  rail: RailIcon,
  metro: MetroIcon,
  trolleybus: BusIcon,
  other: TransitIcon,
};

/** The line of a trip as signs show it; a trip without a known line shows its vehicle. */
export function TripLine({ trip: { line, transportType } }: Part<'line' | 'transportType'>) {
  const t = useT();
  if (line) return <LineBadge {...line} />;
  // A newer server may name another one.
  const Icon = transportIcons[transportType] ?? TransitIcon;
  return (
    <span title={t('trips.lineUnknown')}>
      <Icon />
      <VisuallyHidden>{t('trips.lineUnknown')}</VisuallyHidden>
    </span>
  );
}

/** When a trip began, and when it ended if that is known. */
export function TripTimes({ trip: { startedAt, endedAt, timeZone } }: Part<'startedAt' | 'endedAt' | 'timeZone'>) {
  const formats = useFormats();
  const start = formats.time(startedAt, timeZone);
  return endedAt ? `${start} – ${formats.time(endedAt, timeZone)}` : start;
}

const statusTones = { provisional: 'info', fallback: 'warning' } as const;

/** Whether a trip's fare is final; the usual state needs no shape and no colour. */
export function TripStatus({ status }: { status: Status }) {
  const t = useT();
  const text = t(`common.tripStatus.${status}`);
  return status === 'calculated' ? text : <StatusText tone={statusTones[status]}>{text}</StatusText>;
}

/** That a trip looks wrong; its details say why. */
export function DoubtMark() {
  const t = useT();
  return <StatusText tone="warning">{t('trips.doubtMark')}</StatusText>;
}

/** Why a trip was free or cheaper; nothing for an ordinary fare. */
export function FareReason({ trip: { fare, fareReason } }: Part<'fare' | 'fareReason'>) {
  const t = useT();
  const reason = unusualFareText(fare, fareReason, t);
  return reason && <span>{reason}</span>;
}
