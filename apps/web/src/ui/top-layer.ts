import { useEffect } from 'react';
import { createStore, useStore } from '../lib/store.ts';

/** The page itself, or one open dialog. */
export type Layer = symbol;

export const pageLayer: Layer = Symbol('page');

type Layers = {
  /** The page and the dialogs open over it, the uppermost last. */
  readonly open: readonly Layer[];
  /** When the uppermost layer became the uppermost, in milliseconds since 1970. */
  readonly since: number;
};

const onlyPage: Layers = { open: [pageLayer], since: 0 };
const layers = createStore(() => onlyPage);

function setOpen(open: readonly Layer[]): void {
  layers.set({ open, since: Date.now() });
}

/** A dialog covers everything that was open before it, as long as it is open. */
export function useCoveringLayer(layer: Layer, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    setOpen([...layers.get().open, layer]);
    return () => setOpen(layers.get().open.filter((other) => other !== layer));
  }, [layer, isOpen]);
}

/** The uppermost layer, and since when it is that. Only there can a notice be seen, pressed and read out. */
export function useTopLayer(): { readonly layer: Layer; readonly since: number } {
  const { open, since } = useStore(layers, () => onlyPage);
  return { layer: open.at(-1) ?? pageLayer, since };
}
