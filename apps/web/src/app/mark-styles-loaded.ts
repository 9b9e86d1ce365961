/**
 * The styles inside a prerendered page must not be loaded again with their screen. The bundler's loader skips files that a link
 * of the page names, so each file gets a link, which is disabled before it is added.
 */
export function markStylesLoaded(): void {
  const names = document.querySelector('style')?.dataset.files?.split(' ') ?? [];
  for (const name of names) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.disabled = true;
    link.href = name;
    document.head.append(link);
  }
}
