import {
  type CapList,
  type CapProgressDto,
  type CardCaps,
  capList,
  capProgress,
  cardCaps,
} from '@tapfolio/contracts/caps.ts';
import { cad } from './travel-fixtures.ts';

/** The cap of a Friday, of which two trips have paid a part. */
export function buildCap(overrides: Partial<CapProgressDto> = {}): CapProgressDto {
  return capProgress.parse({
    period: 'day',
    name: null,
    operator: null,
    transportTypes: null,
    perMedium: true,
    amount: cad(975),
    from: '2026-11-20T09:30:00Z',
    to: '2026-11-21T09:30:00Z',
    timeZone: 'America/Toronto',
    state: 'open',
    trips: 2,
    paid: cad(560),
    left: cad(415),
    saved: null,
    refunded: null,
    leftOut: { unpriced: 0, incomplete: 0, inOtherCurrency: 0, withFormerCard: 0 },
    ...overrides,
  });
}

function buildCardCaps(overrides: Partial<CardCaps> = {}): CardCaps {
  return cardCaps.parse({ cardId: 1, cardName: 'Everyday card', caps: [buildCap()], ...overrides });
}

/** What cards have left of their caps, one object a card. */
export function buildCapList(...items: Partial<CardCaps>[]): CapList {
  return capList.parse({ items: items.map(buildCardCaps), dataUpTo: '2026-11-20T16:42:00Z' });
}
