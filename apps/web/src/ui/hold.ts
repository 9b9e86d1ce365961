import { createContext, useContext, useEffect } from 'react';

/** Tells the surrounding dialog that an action in it has begun (`true`) or ended (`false`). Does nothing outside a dialog. */
export const HoldContext = createContext<(isBegun: boolean) => void>(() => undefined);

/** While an action is in progress, its dialog cannot be closed. */
export function useHold(isBusy: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    if (!isBusy) return;
    hold(true);
    return () => hold(false);
  }, [hold, isBusy]);
}
