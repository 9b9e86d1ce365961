import { createContext, useContext, useEffect } from 'react';

/** Tells the surrounding dialog that an act in it has begun (`true`) or ended (`false`). Does nothing outside a dialog. */
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
