/** Words in the language they were said in: the screen that shows them does not load the texts of the account. */
export type Farewell = { title: string; text: string };

let kept: Farewell | undefined;

/** Keeps, for this page only, what is said to somebody whose account is no more. */
export function keepFarewell(farewell: Farewell): void {
  kept = farewell;
}

/** What is to be said on the screen of those who have left. */
export function keptFarewell(): Farewell | undefined {
  return kept;
}

/** It has been said. */
export function forgetFarewell(): void {
  kept = undefined;
}
