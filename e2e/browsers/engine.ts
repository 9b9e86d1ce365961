/** One browser of another engine, as the walk needs it. Elements are named as a passenger sees them. */
export interface Engine {
  name: string;
  go(address: string): Promise<void>;
  /** Runs an expression in the page and answers its value. @throws when it throws there. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Presses a link, button or box with the mouse, as `find` in page-finder.ts looks for it. */
  press(name: string): Promise<void>;
  /** Types into the field with this label, key by key. */
  type(label: string, text: string): Promise<void>;
  /** Errors that the page printed, where the protocol tells them. */
  errors(): string[];
  close(): Promise<void>;
}

/** How long a screen may take on a busy machine. */
const patienceMs = 30_000;

/** Asks again until the answer is true. @throws with the words given when it never is. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    // A page that is just being left answers no question.
    if (await isTrue().catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`not seen within ${patienceMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
