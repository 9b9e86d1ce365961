import { useSyncExternalStore } from 'react';

export type Store<S> = {
  get: () => S;
  set: (next: S) => void;
  /** Calls back after every change; returns a function that stops this. */
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

/** The current value, followed as it changes. `written` returns the value with which a prerendered page was written. */
export function useStore<S>({ subscribe, get }: Store<S>, written = get): S {
  return useSyncExternalStore(subscribe, get, written);
}
