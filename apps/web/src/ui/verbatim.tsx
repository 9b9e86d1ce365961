import type { ReactNode } from 'react';

/** What a passenger compares with a bank statement letter by letter: a browser that translates the page leaves it as it is. */
export function Verbatim({ children }: { children: ReactNode }) {
  return <span translate="no">{children}</span>;
}
