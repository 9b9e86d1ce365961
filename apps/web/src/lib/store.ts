import { useSyncExternalStore } from 'react';

export type Store<S> = {
  get: () => S;
  set: (next: S) => void;
  /** Calls back after every change; gives the way to stop it. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that the page shows and code outside React changes. Its first value is read at the first use. */
export function createStore<S>(read: () => S): Store<S> {
  const listeners = new Set<() => void>();
  let kept: { readonly value: S } | undefined;
  return {
    get: () => {
      kept ??= { value: read() };
      return kept.value;
    },
    set: (value) => {
      kept = { value };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value now, followed as it changes. `written` gives what a page that was written ahead was written with. */
export function useStore<S>({ subscribe, get }: Store<S>, written = get): S {
  return useSyncExternalStore(subscribe, get, written);
}
