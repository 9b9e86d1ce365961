import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { useLocale } from './i18n.ts';
import { usePortalConfig } from './portal-config.ts';

type Contact = NonNullable<PortalConfig['contacts'][keyof PortalConfig['contacts']]>;

/** How to reach the operator in the page's language, or else in the operator's first language, so that there is always a contact (I18N-03). */
export function useContact(): Contact | undefined {
  const { contacts, languages } = usePortalConfig();
  const [first = defaultLocale] = languages.deployed;
  return contacts[useLocale()] ?? contacts[first];
}

/** The `tel:` address of a number as it is written. */
export const callAddress = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
