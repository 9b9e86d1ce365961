/** How long a screen may take to arrive before it counts as failed (spec section 7). */
export const screenTimeoutMs = 120_000;

/** The browsers' words, those of the build tool and our own for a part of the page that did not arrive. */
const notArrived = /dynamically imported module|importing a module script|preload CSS|did not arrive/i;

/** Whether something is missing because it could not be loaded; anything else that is thrown is a fault of ours. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && notArrived.test(error.message);
}

/** Waits for a chunk, but not for ever: a failure can be tried again, a wait without end cannot. */
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
