import { onTestFinished } from 'vitest';

/** What the browser tells of something that moved; TypeScript does not know it yet. */
type LayoutShift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'value' in entry && 'hadRecentInput' in entry;

/** Adds up from here on how far what stood on the screen was moved (CLS). */
export function watchLayoutShifts(): () => number {
  let sum = 0;
  const add = (entries: readonly PerformanceEntry[]): void => {
    for (const entry of entries) if (isShift(entry) && !entry.hadRecentInput) sum += entry.value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  return () => {
    add(observer.takeRecords());
    return sum;
  };
}
