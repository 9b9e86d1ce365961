import type { TransportType } from '@tapfolio/domain/states.ts';
import { BusIcon, MetroIcon, RailIcon, TramIcon } from '../../../ui/area-icons.tsx';
import { TransitIcon } from '../../../ui/icons.tsx';

const icons = {
  bus: BusIcon,
  tram: TramIcon,
  rail: RailIcon,
  metro: MetroIcon,
  trolleybus: BusIcon,
  other: TransitIcon,
} as const;

export function TransportIcon({ type }: { type: TransportType }) {
  const Icon = icons[type];
  return <Icon />;
}
