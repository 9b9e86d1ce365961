import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { defaultLocale, fromBcp47, type Locale } from '@tapfolio/domain/locale.ts';
import { isChoosing, noteWrittenLanguage, rememberedLanguage, setLanguage } from '../lib/i18n.ts';
import { sessionUser } from '../passenger/session.ts';

/**
 * The language of a visit: the remembered choice, or else that of the signed-in account, or else the language that the server chose for
 * this page (by the path's own language or the host), or else the host's, or else the operator's first (I18N-04, I18N-05).
 */
export function languageOfVisit({ languages }: PortalConfig, host: string, pageLanguage: string | undefined): Locale {
  const { deployed, hosts } = languages;
  const written = pageLanguage === undefined ? undefined : fromBcp47(pageLanguage);
  const candidates = [rememberedLanguage(deployed), sessionUser()?.display_language, written, hosts[host]];
  const chosen = candidates.find((locale) => locale !== undefined && deployed.includes(locale));
  const [first = defaultLocale] = deployed;
  return chosen ?? first;
}

/** Begins in the language in which the server wrote the page, so that React finds the page as it is. */
export async function startAsWritten(): Promise<void> {
  const written = fromBcp47(document.documentElement.lang) ?? defaultLocale;
  await setLanguage(written);
  noteWrittenLanguage(written);
}

/** Changes to the language of the visit, unless the passenger is choosing one at this moment. */
export async function startLanguage(config: PortalConfig): Promise<void> {
  if (isChoosing()) return;
  const page = document.documentElement;
  // A page that the server did not write contains no choice.
  const pageLanguage = document.getElementById('portal-config') ? page.lang : undefined;
  await setLanguage(languageOfVisit(config, location.hostname, pageLanguage));
}
