import { useEffect, useSyncExternalStore } from 'react';

/** The page itself, or one open dialog. */
export type Layer = symbol;

export const pageLayer: Layer = Symbol('page');

const listeners = new Set<() => void>();
let open: readonly Layer[] = [];

function set(next: readonly Layer[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A dialog covers whatever was open before it, for as long as it is open. */
export function useCoveringLayer(layer: Layer, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    set([...open, layer]);
    return () => set(open.filter((other) => other !== layer));
  }, [layer, isOpen]);
}

const top = (): Layer => open.at(-1) ?? pageLayer;
const topWritten = (): Layer => pageLayer;

/** What is neither covered nor inert: only there is a notice seen, pressed and read out. */
export function useTopLayer(): Layer {
  return useSyncExternalStore(listen, top, topWritten);
}
