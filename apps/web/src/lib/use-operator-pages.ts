import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { languageOfOperatorText } from '@tapfolio/domain/operator-texts.ts';
import { useLocale } from './i18n.ts';
import { usePortalConfig } from './portal-config.ts';

/**
 * Returns a function that gives the address of a page of the operator: in the page's language, else in the operator's first, so
 * that what a passenger agrees to can be read. Undefined where the operator names no such page.
 */
export function useOperatorPages(): (name: keyof PortalConfig['links']) => string | undefined {
  const { links, languages } = usePortalConfig();
  const locale = useLocale();
  const { deployed } = languages;
  return (name) => links[name]?.[languageOfOperatorText(links[name], { locale, deployed })];
}
