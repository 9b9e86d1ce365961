/** Where code reads the time of day. Rules that compare with stored times use the database's `now()` instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
