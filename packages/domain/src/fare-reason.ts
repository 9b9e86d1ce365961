const cap = /\bcap(?:ped)?\b|plafond/i;

/** The reasons for a fare. The first one whose patterns all match is taken. */
const reasons = [
  ['incomplete', /incompl[eè]t|missing|fallback|maximum fare|tarif maximal|no touch|not able to show/i],
  ['weekly_cap', cap, /\bweek(?:ly)?\b|hebdo|semaine/i],
  ['monthly_cap', cap, /month|mensuel|mois/i],
  ['multi_day_cap', cap, /\bmulti|several|plusieurs|\b(?:[2-9]|\d\d)[ -]day\b|\b(?:days|jours)\b/i],
  ['daily_cap', cap, /daily|\bday\b|quotidien|journalier|\bjour\b/i],
  ['transfer', /transfer|hopper|correspondance/i],
  ['pass', /\bpass(?:es)?\b|season ticket|travelcard|laissez-passer|abonnement/i],
  ['payg', /pay.?as.?you.?go|payg|single|flat|[àa] l.unit[ée]/i],
] as const;

/** The known meanings of a back office's fare text. */
export type FareReason = (typeof reasons)[number][0];

/** Reads a back office's fare text. Returns `undefined` for an unknown text, which is shown as delivered. */
export function fareReasonOf(delivered: string): FareReason | undefined {
  const words = delivered.replaceAll('_', ' ');
  return reasons.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(words)))?.[0];
}

/** Reasons that make a trip cheaper than a fare of its own. */
export const capReasons: readonly FareReason[] = ['daily_cap', 'multi_day_cap', 'weekly_cap', 'monthly_cap'];
