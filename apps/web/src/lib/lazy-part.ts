import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadInTime } from './load-in-time.ts';

/**
 * A part of a screen that has a script of its own. The script must arrive within the time of a screen (NAV-09): a part that waits
 * for ever could not be tried again.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadInTime(load) }));
}
