/** How long a screen may take to arrive before it counts as failed (spec section 7). */
export const screenTimeoutMs = 120_000;

/** The messages for a part of the page that did not arrive: those of browsers, of the build tool and our own. */
const notArrived = /dynamically imported module|importing a module script|preload CSS|did not arrive/i;

/** True if something is missing because it could not be loaded; any other error is our own fault. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && notArrived.test(error.message);
}

/** Waits for a chunk, but only for a limited time: a failure can be tried again, an endless wait cannot. */
export async function loadInTime<T>(load: () => Promise<T>, timeoutMs = screenTimeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the screen did not arrive in time')), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}
