import { languageOf, toBcp47 } from '@tapfolio/domain/locale.ts';
import { useLocale } from '../lib/i18n.ts';
import { usePortalConfig } from '../lib/portal-config.ts';

/**
 * Words of a delivery that has them in one language only, such as the name of a product: a screen reader reads them in the operator's
 * main language, whatever the page's language is.
 */
export function Delivered({ children }: { children: string }) {
  const locale = useLocale();
  const [main = locale] = usePortalConfig().languages.deployed;
  return <span lang={languageOf(main) === languageOf(locale) ? undefined : toBcp47(main)}>{children}</span>;
}
