import type { DatabasePart } from './part-names.ts';

/** Every view, each with the parts that may read it. A test compares. */
export const declaredViews: Readonly<Record<string, readonly DatabasePart[]>> = {
  // `list_money_faults` reads them.
  money_faults: [],
  refunded_lately: [],
  feed_faults: [],
  currency_faults: [],
  bank_faults: [],
  question_faults: [],
};
