import type { ReactNode } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { Boundary } from '../ui/boundary.tsx';

/** What shows announcements, once it is loaded: after the start, so that no page waits for it and none is written with it. */
export const announcementsPart = createStore<ReactNode>(() => null);

/** Where announcements stand: above every screen. */
export function AnnouncementsPlace() {
  return <Boundary instead={null}>{useStore(announcementsPart, () => null)}</Boundary>;
}
