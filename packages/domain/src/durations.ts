/** 24 hours in milliseconds. A day of the calendar has an hour more or less when the clocks change. */
export const dayMs = 86_400_000;
