import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    noticesShown?: string[];
  }
}

/** Notes the words of every notice that a page shows. A notice is gone after five seconds, in which a busy machine may not look. */
export async function noteNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: string[] = [];
    window.noticesShown = shown;
    const look = (records: MutationRecord[]) => {
      if (records.every(({ addedNodes }) => addedNodes.length === 0)) return;
      for (const { textContent } of document.querySelectorAll('[data-notice]'))
        if (textContent !== null && !shown.includes(textContent)) shown.push(textContent);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
}

/** Waits until the page has shown a notice with these words since it was loaded. */
export async function expectNotice(page: Page, words: string): Promise<void> {
  const isShown = () => page.evaluate((text) => window.noticesShown?.some((one) => one.includes(text)), words);
  await expect.poll(isShown, { message: `the notice "${words}"` }).toBe(true);
}
