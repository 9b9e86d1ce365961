/** What a line is run with, in a file of its own: only trips show it. */
import { type IconProps, Svg } from './svg.tsx';

export const BusIcon = (props: IconProps) => (
  <Svg {...props}>
    <rect x="5" y="4" width="14" height="13.5" rx="2" />
    <path d="M5 11.5h14M8.5 14.5h.01M15.5 14.5h.01M7.5 17.5v2M16.5 17.5v2" />
  </Svg>
);
export const TramIcon = (props: IconProps) => (
  <Svg {...props}>
    <rect x="6.5" y="6.5" width="11" height="11" rx="2" />
    <path d="M12 6.5V3.5M8.5 3.5h7M6.5 12h11M9.5 15h.01M14.5 15h.01M8.5 17.5 7 20.5M15.5 17.5l1.5 3" />
  </Svg>
);
export const RailIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M6.5 6.5a3 3 0 0 1 3-3h5a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5a3 3 0 0 1-3-3z" />
    <path d="M6.5 10.5h11M9.75 14h.01M14.25 14h.01M9 17.5l-2 3M15 17.5l2 3" />
  </Svg>
);
export const MetroIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M8 15.5v-7l4 4.5 4-4.5v7" />
  </Svg>
);
