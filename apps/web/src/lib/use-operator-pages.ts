import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { useLocale } from './i18n.ts';
import { usePortalConfig } from './portal-config.ts';

/**
 * Returns a function that gives the address of a page of the operator: in the page's language, else in the operator's first, so
 * that what a passenger agrees to can be read. Undefined where the operator names no such page.
 */
export function useOperatorPages(): (name: keyof PortalConfig['links']) => string | undefined {
  const { links, languages } = usePortalConfig();
  const [first = defaultLocale] = languages.deployed;
  const locale = useLocale();
  return (name) => links[name]?.[locale] ?? links[name]?.[first];
}
