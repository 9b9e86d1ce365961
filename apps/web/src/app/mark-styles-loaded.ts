/**
 * Styles that stand in a page written ahead must not be loaded again with their screen. The bundler's loader asks for no
 * file that a link of the page names already, so each gets a link that is disabled before it is put in.
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
