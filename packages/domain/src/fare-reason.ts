/** Why a fare is what it is. The first pattern that fits counts. */
const patterns = [
  ['incomplete', /incompl[eè]t|missing|fallback|maximum fare|tarif maximal/i],
  [
    'daily_cap',
    /(?:dai?ly|day|quotidien|journalier).*(?:cap\b|capped)|(?:cap\b|capped|plafond).*(?:day|dai?ly|jour|quotidien)/i,
  ],
  ['weekly_cap', /week.*cap|cap.*week|hebdo.*plafond|plafond.*(?:hebdo|semaine)/i],
  ['monthly_cap', /month.*cap|cap.*month|mensuel.*plafond|plafond.*(?:mensuel|mois)/i],
  ['transfer', /transfer|hopper|correspondance/i],
  ['pass', /\bpass(?:es)?\b|season ticket|travelcard|laissez-passer|abonnement/i],
  ['payg', /pay.?as.?you.?go|payg|single|flat|[àa] l.unit[ée]/i],
] as const;

/** What a back office's wording of a fare means, where we know it. */
export type FareReason = (typeof patterns)[number][0];

/** Reads a back office's wording of a fare; `undefined` for one that we do not know, which is shown as delivered. */
export function fareReasonOf(delivered: string): FareReason | undefined {
  return patterns.find(([, pattern]) => pattern.test(delivered.replaceAll('_', ' ')))?.[0];
}

/** Reasons that make a trip cheaper than a fare of its own. */
export const capReasons: readonly FareReason[] = ['daily_cap', 'weekly_cap', 'monthly_cap'];
