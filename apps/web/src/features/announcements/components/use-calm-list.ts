import { useEffect } from 'react';
import { onCalmMoment } from '../../../lib/calm-moment.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import type { Announcement } from '../api/list-announcements.ts';

type Placed = { readonly place: string | undefined; readonly items: readonly Announcement[] };

/** What stands above which screen. It outlives the frame: the sign-in leads to a screen with another one. */
export const placedAnnouncements = createStore<Placed>(() => ({ place: undefined, items: [] }));

const idsOf = (items: readonly Announcement[]): string => items.map(({ id }) => id).join(' ');

/**
 * The wanted announcements, but never so that the screen moves below a passenger who is about to press something: a new screen has
 * them at once, an open one at a calm moment. A text in another language needs no such moment, because the whole screen changes.
 */
export function useCalmList(wanted: readonly Announcement[], place: string): readonly Announcement[] {
  const now = useStore(placedAnnouncements);
  const isNewScreen = now.place !== undefined && now.place !== place;
  const isThere = idsOf(now.items) === idsOf(wanted);
  useEffect(() => {
    const put = (): void => placedAnnouncements.set({ place, items: wanted });
    const isFirst = now.place === undefined;
    if (!isNewScreen && !isThere) return onCalmMoment(put);
    if (isNewScreen || isFirst) put();
    return undefined;
  }, [wanted, place, isNewScreen, isThere, now.place]);
  if (isNewScreen) return wanted;
  return now.items.map((item) => wanted.find(({ id }) => id === item.id) ?? item);
}
