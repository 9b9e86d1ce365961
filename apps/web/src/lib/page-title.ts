import { useEffect } from 'react';
import { useT } from './i18n.ts';
import { usePortalConfig } from './portal-config.ts';

let title = '';

function note(written: string): void {
  title = written;
}

/** The title that the last rendered screen asked for; the prerenderer writes it into the page. */
export const lastTitle = (): string => title;

/** Names the screen in the document's title (I18N-08). */
export function usePageTitle(screen: string): void {
  const t = useT();
  const { brand } = usePortalConfig();
  const written = t('common.pageTitle', { screen, product: brand.productName });
  if (typeof document === 'undefined') note(written);
  useEffect(() => {
    document.title = written;
  }, [written]);
}
