import type { CapProgressDto } from '@tapfolio/contracts/caps.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Config } from '../../config/config.ts';
import { inLanguage } from '../../config/in-language.ts';
import type { CapInForce } from './caps-in-force.ts';
import { amountOf, type JudgedCap, judgeCaps, type MediumTrips } from './judged-cap.ts';

interface Shown {
  readonly locale: Locale;
  readonly config: Pick<Config, 'languages' | 'operators'>;
}

/** The caps of a card with these media, the newest first, as the page shows them. */
export function presentCaps(
  caps: readonly CapInForce[],
  media: readonly MediumTrips[],
  shown: Shown,
): CapProgressDto[] {
  return judgeCaps(caps, media).map((judged) => presentCap(judged, shown));
}

function presentCap(judged: JudgedCap, { locale, config }: Shown): CapProgressDto {
  const { cap, operator, window, progress, withFormerCard } = judged;
  const amount = amountOf(judged);
  const { state, trips, paid, refunded, saved, unpriced, incomplete, inOtherCurrency } = progress;
  const left = { ...amount, amountMinor: amount.amountMinor - paid.amountMinor };
  return {
    period: cap.period,
    name: inLanguage(cap.names, locale, config) ?? null,
    operator: config.operators.length > 1 ? operator.name : null,
    transportTypes: cap.transportTypes ?? null,
    perMedium: cap.perMedium,
    amount,
    from: window.from,
    to: window.to,
    timeZone: operator.timeZone,
    state,
    trips,
    paid,
    left: state === 'open' ? left : null,
    saved,
    refunded: refunded.amountMinor > 0 ? refunded : null,
    leftOut: { unpriced, incomplete, inOtherCurrency, withFormerCard },
  };
}
