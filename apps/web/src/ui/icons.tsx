/** The icons of first screens and of forms; area-icons.tsx, transport-icons.tsx and document-icons.tsx have the others. */
import { type IconProps, Svg } from './svg.tsx';

export const TripsIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="6" cy="5.5" r="2" />
    <circle cx="18" cy="18.5" r="2" />
    <path d="M8 5.5h7a3.25 3.25 0 0 1 0 6.5H9a3.25 3.25 0 0 0 0 6.5h7" />
  </Svg>
);
export const PaymentsIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M6 3.5h12v17l-2.5-1.75L13 20.5l-1 .01-2.5-1.76L7 20.5l-1-.01z" />
    <path d="M9 8.5h6M9 12.5h6" />
  </Svg>
);
export const GlobeIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.5 2.4 3.75 5.2 3.75 8.5S14.5 18.1 12 20.5C9.5 18.1 8.25 15.3 8.25 12S9.5 5.9 12 3.5z" />
  </Svg>
);
export const CloseIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Svg>
);
export const CheckIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Svg>
);
export const InfoIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11.25v5M12 7.75h.01" />
  </Svg>
);
export const SuccessIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.25 12.25 2.6 2.6 5-5.2" />
  </Svg>
);
export const WarningIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M12 4 2.75 19.5h18.5z" />
    <path d="M12 10v4.25M12 16.75h.01" />
  </Svg>
);
export const DangerIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7z" />
    <path d="M12 8v4.75M12 15.75h.01" />
  </Svg>
);
export const EyeIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M2.75 12C5 8 8.2 6 12 6s7 2 9.25 6c-2.25 4-5.45 6-9.25 6s-7-2-9.25-6z" />
    <circle cx="12" cy="12" r="2.75" />
  </Svg>
);
export const EyeOffIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M4.5 4.5l15 15M10 6.2c.65-.13 1.3-.2 2-.2 3.8 0 7 2 9.25 6a15 15 0 0 1-2.7 3.5M6.5 7.6A14.5 14.5 0 0 0 2.75 12c2.25 4 5.45 6 9.25 6 1.6 0 3.1-.35 4.45-1.05M10.1 10.1a2.75 2.75 0 0 0 3.8 3.8" />
  </Svg>
);
export const RetryIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .4 4.5" />
  </Svg>
);
export const TransitIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M6.5 9a5 5 0 0 1 0 6M10.5 6.25a9.5 9.5 0 0 1 0 11.5M14.5 3.75a14.5 14.5 0 0 1 0 16.5" />
  </Svg>
);
export const KeyIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.5 8-8M15.5 8l3 3M13 10.5l2 2" />
  </Svg>
);
