import fc from 'fast-check';
import { littlepay } from '../../src/feeds/littlepay/format.ts';
import type { DeliveredFare, DeliveredWindow } from '../back-office-files/rows.ts';
import { v3 } from '../littlepay-feed.ts';
import { act } from './act.ts';
import type { DeliveredExports } from './delivered-exports.ts';
import { EnghouseBackOffice, enghouseStep } from './enghouse-acts.ts';

/** A city whose travel two back offices deliver, under the same ids. Enghouse alone delivers the money. */

export const twoBackOfficesStep = act('deliver', {
  step: enghouseStep,
  by: fc.constantFrom('enghouse', 'littlepay', 'both'),
});

type Step = typeof twoBackOfficesStep extends fc.Arbitrary<infer Step> ? Step : never;

export class TwoBackOffices {
  readonly #exports: DeliveredExports;
  readonly #enghouse: EnghouseBackOffice;
  #isOfLittlepayAlone = false;

  constructor(exports: DeliveredExports) {
    this.#exports = exports;
    this.#enghouse = new EnghouseBackOffice({
      write: (one) => {
        if (!this.#isOfLittlepayAlone) exports.write(one);
      },
    });
  }

  take({ step, by }: Step): void {
    const isTravel = step.act === 'travel' || step.act === 'correct';
    this.#isOfLittlepayAlone = isTravel && by === 'littlepay';
    const before = new Set(this.#windows.map(stateOf));
    this.#enghouse.take(step);
    if (!isTravel || by === 'enghouse') return;
    for (const window of this.#windows) if (!before.has(stateOf(window))) this.#deliverTravel(window);
  }

  get #windows(): readonly DeliveredWindow[] {
    return this.#enghouse.windows;
  }

  #deliverTravel({ id, fares }: DeliveredWindow): void {
    const updated = { record_updated_timestamp_utc: this.#exports.nextAt };
    const rows = fares.map((fare) => rowsOf(id, fare));
    const all = (entity: keyof ReturnType<typeof rowsOf>) =>
      rows.flatMap((one) => one[entity].map((row) => ({ ...row, ...updated })));
    const files = { 'device-transactions': all('taps'), links: all('links'), micropayments: all('fares') };
    this.#exports.write({ format: littlepay, separator: '|', files });
  }
}

const stateOf = (window: DeliveredWindow): string => JSON.stringify([window.id, window.fares]);

function rowsOf(aggregation: string, { id, tapId, token, at, amount, exitAt }: DeliveredFare) {
  const ofCard = { funding_source_id: token, customer_id: `customer of ${token}` };
  const exitId = `${tapId} exit`;
  const exits = exitAt === null ? [] : [v3.tap(exitId, exitAt, { ...ofCard, type: 'off', location_name: 'Exit' })];
  return {
    taps: [v3.tap(tapId, at, { ...ofCard, type: exitAt === null ? 'single' : 'on' }), ...exits],
    links: [tapId, ...exits.map(() => exitId)].map((tap) => v3.link(tap, id)),
    fares: [v3.fare(id, aggregation, (amount / 100).toFixed(2), ofCard)],
  };
}
