import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';

/** A part of a long screen. */
export interface ContentsPart {
  /** The element that takes the focus when the part is chosen: its heading, or the part itself. */
  readonly id: string;
  readonly title: ReactNode;
}

type Add = (part: ContentsPart) => () => void;

/** Adds a part to the contents of the screen; what it returns takes the part away. Undefined on a screen without contents. */
export const ContentsContext = createContext<Add | undefined>(undefined);

/** Names a part in the contents of its screen while it is shown. A part without a title is not named. */
export function useContentsPart(id: string, title: ReactNode): void {
  const add = useContext(ContentsContext);
  useLayoutEffect(() => (title === undefined ? undefined : add?.({ id, title })), [add, id, title]);
}
