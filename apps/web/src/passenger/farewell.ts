/** Texts in the language of that moment: the screen that shows them does not load the texts of the account. */
export type Farewell = { title: string; text: string };

let kept: Farewell | undefined;

/** Keeps, for this page only, the last message to a passenger whose account has been deleted. */
export function keepFarewell(farewell: Farewell): void {
  kept = farewell;
}

/** The kept message, for the next screen. */
export function keptFarewell(): Farewell | undefined {
  return kept;
}

/** Call this when the message is on screen. */
export function forgetFarewell(): void {
  kept = undefined;
}
