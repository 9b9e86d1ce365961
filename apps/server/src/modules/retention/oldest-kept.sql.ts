/** The first instant of travel that is kept by the months that the parameter `monthsToKeep` says: the oldest month is kept completely. */
export const oldestKept = `date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')`;
