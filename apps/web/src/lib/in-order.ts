/**
 * For works that run beside each other and each replace the outcome of the one before. `begin` marks the start of one and
 * gives a question to ask at its end: may its outcome still be shown, or has a work begun later been shown already?
 */
export function inOrder(): { begin(): () => boolean } {
  let begun = 0;
  let shown = 0;
  return {
    begin: () => {
      begun += 1;
      const own = begun;
      return () => {
        if (own < shown) return false;
        shown = own;
        return true;
      };
    },
  };
}
