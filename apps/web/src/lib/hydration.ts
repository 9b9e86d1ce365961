import { useEffect, useSyncExternalStore } from 'react';

let resolve: () => void = () => {};

/** Resolves when React has taken over the screen that the server wrote. */
export const hydrated = new Promise<void>((done) => {
  resolve = done;
});

/** The frame of a written screen calls this: its effects run when React has taken over all that is in it. */
export function useHydrationNote(): void {
  useEffect(() => resolve(), []);
}

const never = () => () => {};

/** True as long as a part is as the server wrote it, and its script does not act yet. */
export const useIsWritten = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
