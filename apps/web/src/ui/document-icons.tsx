/** Icons of documents and of links out of the portal, on screens with and without sign-in. */
import { type IconProps, Svg } from './svg.tsx';

export const DownloadIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15" />
  </Svg>
);
export const PrintIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M7.5 9V4.5h9V9M7.5 16.5h-2a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-2M7.5 13.5h9v6h-9z" />
  </Svg>
);
export const ExternalIcon = (props: IconProps) => (
  <Svg {...props}>
    <path d="M13.5 4.5h6v6M19.5 4.5 11 13M17.5 14v4.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1H10" />
  </Svg>
);
export const AccessibilityIcon = (props: IconProps) => (
  <Svg {...props}>
    <circle cx="12" cy="4.75" r="1.5" />
    <path d="M5 8.5c4.5 1.2 9.5 1.2 14 0M12 9.5v5l-3 6M12 14.5l3 6" />
  </Svg>
);
