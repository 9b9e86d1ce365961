import type { DatabasePart } from './part-names.ts';

/** Every view, each with the parts that may read it. A test compares. */
export const declaredViews: Readonly<Record<string, readonly DatabasePart[]>> = {
  // `list_money_faults` reads them.
  money_faults: [],
  feed_faults: [],
  currency_faults: [],
};
