import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { defaultLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { decodePath } from '@tapfolio/locales/decode-path.ts';
import { localise, type Place } from '@tapfolio/locales/paths.ts';

/**
 * The language a page is served in: that of its path when the path belongs to one, else the host's, else the operator's
 * first. The canonical path belongs to no language. The browser's own remembered choice comes before all of these, and
 * the page itself sees to that.
 */
export function languageOfPage(
  { languages: { deployed, hosts } }: Pick<PortalConfig, 'languages'>,
  request: { pathname: string; host: string; place: Place | undefined },
): Locale {
  // A host may be called `constructor`.
  const ofHost = Object.hasOwn(hosts, request.host) ? hosts[request.host] : undefined;
  const usual = ofHost ?? deployed[0] ?? defaultLocale;
  const { place } = request;
  if (place === undefined) return usual;
  const asked = decodePath(request.pathname)?.toLowerCase();
  const isWrittenIn = (locale: Locale) =>
    decodePath(localise(place.name, place.params, locale))?.toLowerCase() === asked;
  if (isWrittenIn(defaultLocale) || isWrittenIn(usual)) return usual;
  return deployed.find(isWrittenIn) ?? usual;
}
