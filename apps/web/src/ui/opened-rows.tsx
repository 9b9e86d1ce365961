import { createContext, type ReactNode, type RefObject, use, useEffect, useMemo, useRef, useState } from 'react';

type List = {
  readonly opened: Map<string, boolean>;
  /** The row that a link asks for, until it is open: then the reader decides. */
  readonly unanswered: Set<string>;
  readonly asked: string | undefined;
  readonly askedAt: number | undefined;
  readonly onAskedClosed: (() => void) | undefined;
};

const ListContext = createContext<List | undefined>(undefined);

export type RowsAsked = {
  /** The row that a link asks for: it opens, is scrolled to and has the focus there. */
  asked: string | undefined;
  /** Another value asks for the same row once more. */
  askedAt?: number | undefined;
  /** That row was closed: from now on nothing asks for it. */
  onAskedClosed?: () => void;
  /** Remembers the open rows for longer than this list is on the screen. */
  remembered?: Map<string, boolean>;
};

/**
 * Remembers which rows of a list are open, so that they stay open when the list changes between table and rows (by width). A link whose row
 * is remembered is answered already: whoever comes back to the list finds it as it was.
 */
export function OpenedRows({
  asked,
  askedAt,
  onAskedClosed,
  remembered,
  children,
}: RowsAsked & { children: ReactNode }) {
  const [opened] = useState(() => remembered ?? new Map<string, boolean>());
  const [answered] = useState(() => (asked !== undefined && opened.has(asked) ? { asked, askedAt } : undefined));
  const isAnswered = asked === undefined || (asked === answered?.asked && askedAt === answered.askedAt);
  const list = useMemo(
    () => ({ opened, asked, onAskedClosed, unanswered: new Set(isAnswered ? [] : [asked]), askedAt }),
    [opened, asked, onAskedClosed, isAnswered, askedAt],
  );
  return <ListContext value={list}>{children}</ListContext>;
}

type OpenedRow<E> = {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** What opens the row. */
  readonly opener: RefObject<E | null>;
};

/** True if a row is open: at first if a link asks for it or if it was open when it was drawn last. */
export function useOpenedRow<E extends HTMLElement>(id: string): OpenedRow<E> {
  const list = use(ListContext);
  const isAsked = list?.unanswered.has(id) ?? false;
  const opener = useRef<E>(null);
  const [isOpen, setShown] = useState(isAsked || list?.opened.get(id) === true);
  const [before, setBefore] = useState(list);
  if (before !== list) {
    setBefore(list);
    if (isAsked) setShown(true);
  }
  const setOpen = (next: boolean): void => {
    list?.opened.set(id, next);
    setShown(next);
    if (!next && list?.asked === id) list.onAskedClosed?.();
  };
  useEffect(() => {
    if (!list?.unanswered.delete(id)) return;
    list.opened.set(id, true);
    opener.current?.scrollIntoView({ block: 'center' });
    opener.current?.focus({ preventScroll: true });
  }, [id, list]);
  return { isOpen, setOpen, opener };
}
