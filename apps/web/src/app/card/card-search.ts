/** The screen that adds a card has a second form, for a card that another account has. */
export type CardAddSearch = { step?: 'claim' };

export function readCardAddSearch({ step }: Record<string, unknown>): CardAddSearch {
  return step === 'claim' ? { step } : {};
}

/** The card screen shows one card if the address names it. */
export type CardSearch = { id?: number };

export function readCardSearch(search: Record<string, unknown>): CardSearch {
  const id = Number(search.id);
  return Number.isInteger(id) && id > 0 ? { id } : {};
}
