import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { entryKey } from '../entry-key.ts';

/** The rows that were open, for each entry of the browser's history; only until the page is loaded again. */
const kept = new Map<string, Map<string, boolean>>();

/**
 * The open rows of a list. They belong to the entry of the browser's history: whoever goes back to the list finds them as they were, and a
 * list that is opened anew is closed.
 */
export function useOpenedInEntry(): Map<string, boolean> {
  const router = useRouter();
  const [opened] = useState(() => kept.get(entryKey(router.latestLocation)) ?? new Map<string, boolean>());
  // On the way to another screen the latest entry is already that of the other screen.
  const entry = useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation && entryKey(location) === entryKey(resolvedLocation) ? entryKey(location) : undefined,
  });
  useEffect(() => {
    // Another filter or page of the same list is another entry with the same rows.
    if (entry !== undefined) kept.set(entry, opened);
  }, [entry, opened]);
  return opened;
}
