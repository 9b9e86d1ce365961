import { createContext, useContext, useEffect } from 'react';

/** Tells the dialog around that something in it has begun or ended, each by itself; outside a dialog nobody asks. */
export const HoldContext = createContext<(isBegun: boolean) => void>(() => undefined);

/** While something is under way, the dialog it happens in cannot be left. */
export function useHold(isBusy: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    if (!isBusy) return;
    hold(true);
    return () => hold(false);
  }, [hold, isBusy]);
}
