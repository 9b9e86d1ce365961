import { lazy, Suspense } from 'react';
import { Skeleton } from './skeleton.tsx';

/** Instants in ISO 8601 UTC: `from` inclusive, `to` exclusive; either may be open. */
export type Range = { readonly from?: string | undefined; readonly to?: string | undefined };

export type DateTimeRangeProps = {
  label: string;
  value: Range;
  /** The zone in which the days and hours are meant, usually the operator's. */
  timeZone: string;
  onChange: (range: Range) => void;
};

// The picker is the largest single part of the portal; only screens with a filter load it.
const Picker = lazy(async () => ({ default: (await import('./date-time-range-picker.tsx')).DateTimeRangePicker }));

/** A from-to filter that is typed or picked, in the format of the page's language, with presets. */
export function DateTimeRange(props: DateTimeRangeProps) {
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <Picker {...props} />
    </Suspense>
  );
}
