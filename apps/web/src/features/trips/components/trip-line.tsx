import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { LineBadge } from '../../../ui/line-badge.tsx';
import { TransportIcon } from './transport-icon.tsx';

/** The line of a trip as signs show it; a trip without a known line shows its vehicle. */
export function TripLine({ trip }: { trip: Pick<TripSummary, 'line' | 'transportType'> }) {
  const t = useT();
  if (trip.line) {
    const { name, longName, color, textColor } = trip.line;
    return <LineBadge name={name} longName={longName} color={color} textColor={textColor} />;
  }
  return (
    <span title={t('trips.lineUnknown')}>
      <TransportIcon type={trip.transportType} />
    </span>
  );
}
