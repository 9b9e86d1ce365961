/** The columns or values of a statement that a service day depends on. */
interface Sources {
  /** An instant. */
  readonly at: string;
  /** The operator's time zone. */
  readonly timeZone: string;
  /** The local time at which its days begin. */
  readonly dayCut: string;
}

/** The columns of a joined row of `operators` with this alias. */
export const operatorDays = { timeZone: 'operator.time_zone', dayCut: 'operator.day_cut' } as const;

/**
 * The operator's day of an instant, by the rule of `serviceDayOf`. If the clocks are set back over the cut, they show a time before it again:
 * the day has begun all the same. Whether they do is read by the offset of the day before.
 */
export function serviceDay({ at, timeZone, dayCut }: Sources): string {
  const shown = `((${at} at time zone ${timeZone}) - ${dayCut})::date`;
  const nextBegin = `((${shown} + ${dayCut}) at time zone ${timeZone} + interval '24 hours')`;
  return `(${shown} + case
      when ${nextBegin} <= ${at} and ${nextBegin} at time zone ${timeZone} = ${shown} + 1 + ${dayCut} then 1
      else 0
    end)`;
}
