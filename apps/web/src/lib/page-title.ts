import { useEffect } from 'react';
import { currentT, useLocale, useT } from './i18n.ts';
import { productName, usePortalConfig } from './portal-config.ts';

let title = '';

function note(written: string): void {
  title = written;
}

/** The title of the last rendered screen; the prerenderer writes it into the page. */
export const lastTitle = (): string => title;

/** Names the screen in the document's title (I18N-08). */
export function usePageTitle(screen: string): void {
  const t = useT();
  const { brand } = usePortalConfig();
  const written = t('common.pageTitle', { screen, product: productName(brand, useLocale()) });
  if (typeof document === 'undefined') note(written);
  useEffect(() => {
    screenTitle = written;
    showTitle();
  }, [written]);
}

/** The screen's own title, and how many forms on it are refused at the moment. */
let screenTitle = '';
let refused = 0;

function showTitle(): void {
  document.title = refused > 0 ? currentT()('common.refusedTitle', { title: screenTitle }) : screenTitle;
}

/** Says in the document's title that a form was refused: a screen reader reads the title first. */
export function useRefusedTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    refused += 1;
    showTitle();
    return () => {
      refused -= 1;
      showTitle();
    };
  }, [isRefused]);
}
