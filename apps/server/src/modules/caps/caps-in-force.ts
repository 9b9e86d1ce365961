import { type CapPeriod, type CapWindow, capPeriods, windowOfCap } from '@tapfolio/domain/caps.ts';
import { type Cap, weekStartOf } from '../../config/config.caps.ts';
import type { Operator } from '../../config/config.operator.ts';

/** A cap that applies now. */
export interface CapInForce {
  readonly cap: Cap;
  readonly operator: Operator;
  readonly window: CapWindow;
}

const placeOf = (period: CapPeriod): number => capPeriods.indexOf(period);

/** The caps of these operators that apply at an instant: those of the portal's own operator first, then by period. */
export function capsInForce(operators: readonly Operator[], now: Date): CapInForce[] {
  const home = operators.toSorted((one, other) => Number(other.home) - Number(one.home));
  return home.flatMap((operator) =>
    (operator.caps ?? [])
      .toSorted((one, other) => placeOf(one.period) - placeOf(other.period))
      .flatMap((cap) => {
        const { timeZone, dayCut } = operator;
        const days = { timeZone, dayCut: cap.startsAt ?? dayCut };
        const window = windowOfCap({ ...cap, days, weekStart: weekStartOf(cap) }, now);
        return window === undefined ? [] : { cap, operator, window };
      }),
  );
}
