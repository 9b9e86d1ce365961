/** One browser of another engine, with the actions that the walk needs. Elements are found by the names that a passenger sees. */
export interface Engine {
  name: string;
  go(address: string): Promise<void>;
  /** Runs an expression in the page and returns its value. @throws if it throws in the page. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Presses a link, button or box with the mouse, as `find` in page-finder.ts looks for it. */
  press(name: string): Promise<void>;
  /** Types into the field with this label, key by key. */
  type(label: string, text: string): Promise<void>;
  /** The errors that the page printed, if the protocol reports them. */
  errors(): string[];
  close(): Promise<void>;
}

/** How long a screen may take on a busy machine. */
const patienceMs = 30_000;

/** Repeats the question until the answer is true. @throws an error with the given text if it stays false. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    // During a navigation, the page does not answer.
    if (await isTrue().catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`not seen within ${patienceMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
