import type { ParsedLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The key of the entry before the router gave it a new one. */
    scrollKey?: string;
  }
}

/** The key of an entry of the browser's history, for what the page remembers about it. It stays the same in another language. */
export const entryKey = ({ href, state }: ParsedLocation): string => state.scrollKey ?? state.__TSR_key ?? href;
