/** Runs `make` at the first call and keeps the outcome for all, unless it failed: then the next caller tries again. */
export function lazily<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
