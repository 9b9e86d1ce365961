const patterns = [
  ['incomplete', /incomplete|missing|fallback|maximum fare/i],
  ['daily_cap', /dai?ly.*cap|day.*cap|cap.*day/i],
  ['weekly_cap', /week.*cap|cap.*week/i],
  ['monthly_cap', /month.*cap|cap.*month/i],
  ['transfer', /transfer|hopper/i],
  ['payg', /pay.?as.?you.?go|payg|single|flat/i],
] as const;

export type FareReason = (typeof patterns)[number][0];

/** What a back office's wording of a fare means, when we know it; others are shown as delivered. */
export function fareReasonOf(delivered: string): FareReason | undefined {
  return patterns.find(([, pattern]) => pattern.test(delivered.replaceAll('_', ' ')))?.[0];
}
