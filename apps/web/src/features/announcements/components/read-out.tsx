import { toBcp47 } from '@tapfolio/domain/locale.ts';
import { useEffect, useState } from 'react';
import { useHiddenSince } from '../../../lib/hidden-page.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Announcement } from '../api/list-announcements.ts';

/** After a navigation the heading of the screen is read out first. Later the words are taken away, so that nobody finds them twice. */
const afterMs = 500;
const forMs = 5000;

/** The ids of those that were read out since the page was loaded. */
const readOut = new Set<string>();

/** Reads each announcement out once, politely, as soon as somebody can see the page. */
export function ReadOut({ items }: { items: readonly Announcement[] }) {
  const [spoken, setSpoken] = useState<readonly Announcement[]>([]);
  const isSeen = useHiddenSince() === undefined;
  useEffect(() => {
    const fresh = isSeen ? items.filter(({ id }) => !readOut.has(id)) : [];
    if (fresh.length === 0) return;
    const start = setTimeout(() => {
      for (const { id } of fresh) readOut.add(id);
      setSpoken(fresh);
    }, afterMs);
    return () => clearTimeout(start);
  }, [items, isSeen]);
  useEffect(() => {
    if (spoken.length === 0) return;
    const end = setTimeout(() => setSpoken([]), forMs);
    return () => clearTimeout(end);
  }, [spoken]);
  return (
    <VisuallyHidden role="status">
      {spoken.map(({ id, language, title, body }) => (
        <span key={id} lang={toBcp47(language)}>
          {title}. {body}{' '}
        </span>
      ))}
    </VisuallyHidden>
  );
}
