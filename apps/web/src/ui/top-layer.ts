import { useEffect } from 'react';
import { createStore, useStore } from '../lib/store.ts';

/** The page itself, or one open dialog. */
export type Layer = symbol;

export const pageLayer: Layer = Symbol('page');

const page: readonly Layer[] = [pageLayer];
/** The page and the dialogs open over it, the uppermost last. */
const layers = createStore(() => page);

/** A dialog covers everything that was open before it, as long as it is open. */
export function useCoveringLayer(layer: Layer, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    layers.set([...layers.get(), layer]);
    return () => layers.set(layers.get().filter((other) => other !== layer));
  }, [layer, isOpen]);
}

/** The uppermost layer. Only there can a notice be seen, pressed and read out. */
export function useTopLayer(): Layer {
  return useStore(layers, () => page).at(-1) ?? pageLayer;
}
