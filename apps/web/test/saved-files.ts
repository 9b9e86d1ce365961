import { beforeEach, onTestFinished, vi } from 'vitest';

/** The names of the files that the page saves in the running test. Call this once in a test file, or in a part of one. */
export function savedFiles(): readonly string[] {
  const files: string[] = [];
  beforeEach(() => {
    files.length = 0;
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      files.push(this.download);
    });
    onTestFinished(() => clicked.mockRestore());
  });
  return files;
}
