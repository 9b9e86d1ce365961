/** Icons that no first screen shows, in a file of their own, so that it does not load them. */
import { type IconProps, Svg } from './svg.tsx';

export const HomeIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M4 11.5 12 4.5l8 7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
  </Svg>
);
export const CardIcon = (props: IconProps) => (
  <Svg {...props}>
    <rect x="3" y="5.5" width="18" height="13" rx="2.25" />
    <path d="M3 10h18M7 14.75h3.5" />
  </Svg>
);
export const ProductIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M4 7.5h16v3a1.75 1.75 0 0 0 0 3.5v2.5H4V14a1.75 1.75 0 0 0 0-3.5z" />
    <path d="M14.5 7.5v9" strokeDasharray="1.5 2.5" />
  </Svg>
);
export const MoreIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />
  </Svg>
);
export const BellIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15z" />
    <path d="M10 20.5a2.2 2.2 0 0 0 4 0" />
  </Svg>
);
export const UserIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="8.5" r="4" />
    <path d="M4.5 20c.8-3.5 3.6-5.5 7.5-5.5s6.7 2 7.5 5.5" />
  </Svg>
);
export const SignOutIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M10 4.5H5.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M15.5 8l4 4-4 4M19.5 12H9.5" />
  </Svg>
);
export const PlusIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M12 5v14M5 12h14" />
  </Svg>
);
export const ChevronDownIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="m6 9.5 6 6 6-6" />
  </Svg>
);
export const ChevronRightIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="m9.5 6 6 6-6 6" />
  </Svg>
);
export const ChevronLeftIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="m14.5 6-6 6 6 6" />
  </Svg>
);
export const ArrowRightIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M5 12h14M13.5 6.5 19 12l-5.5 5.5" />
  </Svg>
);
export const CalendarIcon = (props: IconProps) => (
  <Svg {...props}>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
  </Svg>
);
export const PencilIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M5 19l.8-3.8L16 5l3 3L8.8 18.2zM13.75 7.25l3 3" />
  </Svg>
);
export const TrashIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.25 11v5.5M13.75 11v5.5" />
  </Svg>
);
export const StarIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="m12 4 2.5 5.2 5.700.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
  </Svg>
);
export const PhoneIcon = (props: IconProps) => (
  <Svg {...props}>
    <rect x="7" y="3" width="10" height="18" rx="2.25" />
    <path d="M11 18h2" />
  </Svg>
);
export const WatchIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="12" r="5" />
    <path d="M9.25 7.5 9.75 3h4.5l.5 4.5M9.25 16.5l.5 4.5h4.5l.5-4.5M12 9.75V12l1.5 1" />
  </Svg>
);
export const WorkIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M5.5 8.5h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1M9 8.5V6a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2.5M4.5 13.5h15" />
  </Svg>
);
