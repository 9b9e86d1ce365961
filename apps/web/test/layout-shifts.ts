import { onTestFinished } from 'vitest';
import { isDrawn } from './drawn-page.ts';

/** What the browser reports about a moved element; TypeScript does not know it yet. */
type LayoutShift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'value' in entry && 'hadRecentInput' in entry;

/** Adds up from now on how far the elements on the screen move (CLS). */
export function watchLayoutShifts(): () => number {
  if (!isDrawn())
    throw new Error('the browser reports no shift of what it did not draw: begin the test with drawUntilEnd()');
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
