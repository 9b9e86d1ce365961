/** How long a screen may take to arrive before it counts as failed (spec section 7). */
export const screenTimeoutMs = 120_000;

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
