/** Texts in the language of that moment: the screen that shows them does not load the texts of the account. */
export type Farewell = { title: string; text: string };

let kept: Farewell | undefined;

/** Keeps, for this page only, the last words to a passenger whose account has been deleted. */
export function keepFarewell(farewell: Farewell): void {
  kept = farewell;
}

/** The kept words, for the screen that is shown after leaving. */
export function keptFarewell(): Farewell | undefined {
  return kept;
}

/** To be called once the words are on screen. */
export function forgetFarewell(): void {
  kept = undefined;
}
