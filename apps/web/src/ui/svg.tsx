import type { SVGProps } from 'react';

export type IconProps = SVGProps<SVGSVGElement>;

/** Decoration beside words; a control with only an icon needs a label. */
export function Svg(props: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...props}
    />
  );
}
