import fc from 'fast-check';
import { expect } from 'vitest';
import { exported, tap } from '../../test/corrected-feed.ts';
import { feedCollections, recovery } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
const { debts, deliver, changeTo } = feedDebts({ pool, url });
const { move, ask, read } = feedCollections({ pool, url, changeTo });

/** A back office that contradicts itself, also about the currency, and a bank that does not. The amounts of its charges are none that we ask for. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('window'),
      dueMinor: fc.constantFrom(10_000, 25_000, 35_000),
      settledMinor: fc.constantFrom(0, 0, 10_000, 25_000, 35_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('charge'),
      amountMinor: fc.constantFrom(7101, 3303),
      operation: fc.constantFrom('ONLINE_CLEARING', 'DEBT_RECOVERY_AUTO'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pay') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('pay'), takes: fc.constantFrom('GBP', 'CAD') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('tap'),
      currency: fc.constantFrom('GBP', 'CAD'),
      paysMeanwhile: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('deliver ours'),
      which: fc.nat({ max: 9 }),
      operation: fc.constantFrom('ONLINE_CLEARING', 'DEBT_RECOVERY_MANUAL'),
    }),
  },
);
const numericCodes: Readonly<Record<string, string>> = { GBP: '826', CAD: '124' };
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

class Life {
  #day = 3;
  #window = { dueMinor: 25_000, settledMinor: 0 };
  /** Until a tap says so: the currency of the operator. */
  #currency = 'GBP';
  /** What the bank took, at our wish and at that of the back office. `currency` is that in which we asked for it. */
  readonly #ours: { readonly minor: number; readonly currency: string; readonly taken: string }[] = [];
  #theirsMinor = 0;
  /** What only the window called paid when its rest was paid with us. */
  #toldMinor = 0;
  /** The most that a window called paid. */
  #mostSettledMinor = 0;
  /** What the passenger was asked for after the step before. */
  #askedMinor = 0;

  async begin(): Promise<void> {
    await emptyTables(pool);
    await pool.query('delete from collections');
    await this.#deliverWindow();
  }

  async take(one: Step): Promise<void> {
    this.#day += 1;
    if ('dueMinor' in one) {
      const { dueMinor, settledMinor } = one;
      this.#window = { dueMinor, settledMinor };
      await this.#deliverWindow();
    } else if ('amountMinor' in one) {
      const { amountMinor, operation } = one;
      this.#theirsMinor += amountMinor;
      await move(this.#day, { ...recovery, id: `X-${this.#day}`, operation, amount: String(amountMinor) });
    } else if ('which' in one) {
      const place = one.which % Math.max(1, this.#ours.length);
      const amountMinor = this.#ours[place]?.minor;
      if (amountMinor === undefined) return;
      const row = { ...recovery, id: `O-${place}`, operation: one.operation, rrn: `B${place}` };
      await move(this.#day, { ...row, amount: String(amountMinor) });
    } else if ('currency' in one) {
      if (one.paysMeanwhile) await this.#pay({ meanwhile: () => this.#deliverTap(one.currency) });
      else await this.#deliverTap(one.currency);
    } else await this.#pay({ taken: 'takes' in one ? one.takes : undefined });
  }

  async #pay({ taken, meanwhile }: { taken?: string | undefined; meanwhile?: () => Promise<void> }): Promise<void> {
    const [fare] = await debts();
    if (fare?.state !== 'owed') return await meanwhile?.();
    this.#toldMinor = Math.max(this.#toldMinor, this.#window.settledMinor - this.#takenMinor());
    const take = await ask(`B${this.#ours.length}`);
    await meanwhile?.();
    await take(fare.due, taken);
    this.#ours.push({ minor: fare.due, currency: fare.currency, taken: taken ?? fare.currency });
  }

  async #deliverTap(currency: string): Promise<void> {
    this.#currency = currency;
    const row = { ...tap, currency: numericCodes[currency] ?? '' };
    await importInto(url, exported(temporaryFolder(), 'tap', this.#day, [row]));
  }

  async #deliverWindow(): Promise<void> {
    const { dueMinor, settledMinor } = this.#window;
    this.#mostSettledMinor = Math.max(this.#mostSettledMinor, settledMinor);
    const amounts = { amount_to_settle: String(dueMinor), amount_settled: String(settledMinor) };
    await deliver(this.#day, { ...unpaid, ...amounts, stage: settledMinor < dueMinor ? 'Debt' : 'Closed' });
  }

  /** Nobody is asked for what the bank took, and the page shows it. */
  async check(): Promise<void> {
    const { dueMinor } = this.#window;
    const takenMinor = this.#takenMinor();
    const missingMinor = Math.max(0, dueMinor - takenMinor);
    const [fare] = await debts();
    const askedMinor = fare?.state === 'owed' ? fare.due : 0;
    const askedBefore = this.#askedMinor;
    this.#askedMinor = askedMinor;
    if (this.#ours.some((own) => own.taken !== own.currency || own.currency !== this.#currency)) {
      // Nothing tells how much of the fare that paid.
      expect(askedMinor, 'asked for').toBeLessThanOrEqual(askedBefore);
      if (this.#ours.some((own) => own.taken !== this.#currency)) expect((await read('trip')).status).toBe('corrupted');
      return;
    }
    expect(fare?.currency, 'currency').toBe(this.#currency);
    expect(askedMinor, 'asked for').toBeLessThanOrEqual(missingMinor);
    const { paid } = await read('trip');
    expect(paid.amountMinor, 'shown as paid').toBeGreaterThanOrEqual(Math.min(dueMinor, takenMinor));
    expect(paid.amountMinor, 'shown as paid').toBeLessThanOrEqual(
      Math.max(this.#mostSettledMinor, takenMinor + this.#toldMinor),
    );
  }

  #takenMinor(): number {
    return this.#ours.reduce((sum, { minor }) => sum + minor, this.#theirsMinor);
  }
}

holdsInRandomHistories('no passenger is asked for money that the bank took, whatever windows say', {
  step,
  longest: 9,
  cost: 10,
  isAlone: true,
  live: async (steps) => {
    const life = new Life();
    await life.begin();
    for (const one of steps) {
      await life.take(one);
      await life.check();
    }
  },
});
