import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';

const Opened = createContext<Map<string, boolean> | undefined>(undefined);

/** Remembers which rows of a list are open, so that they stay so when the list is drawn as a table or as rows (by width). */
export function OpenedRows({ children }: { children: ReactNode }) {
  const [opened] = useState(() => new Map<string, boolean>());
  return <Opened value={opened}>{children}</Opened>;
}

type OpenedRow<E> = {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** What opens the row; a row that a link asked for is scrolled to and has the focus there. */
  readonly opener: RefObject<E | null>;
};

/** Whether a row is open. `isAsked` opens it at first, for a link that leads to it. */
export function useOpenedRow<E extends HTMLElement>(id: string, isAsked: boolean): OpenedRow<E> {
  const opened = use(Opened);
  const opener = useRef<E>(null);
  const [isOpen, setShown] = useState(opened?.get(id) ?? isAsked);
  const setOpen = (next: boolean): void => {
    opened?.set(id, next);
    setShown(next);
  };
  useEffect(() => {
    if (!isAsked || opened?.has(id)) return;
    opened?.set(id, true);
    opener.current?.scrollIntoView({ block: 'center' });
    opener.current?.focus({ preventScroll: true });
  }, [id, isAsked, opened]);
  return { isOpen, setOpen, opener };
}
