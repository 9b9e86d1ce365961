import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { defaultLocale, type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { decodePath } from '@tapfolio/locales/decode-path.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { localise, type Place } from '@tapfolio/locales/paths.ts';

type Languages = Pick<PortalConfig, 'languages'>;

/** How a browser comes to us: the host that it asks, and the languages that it prefers. */
interface Arrival {
  readonly host: string;
  readonly accepted?: string | undefined;
}

/**
 * The language for a browser of which nothing else is known: that of the host, else the first that the browser asks for and the
 * operator has, else the operator's first.
 */
export function languageOfBrowser({ languages: { deployed, hosts } }: Languages, arrival: Arrival): Locale {
  // In capitals, and with the dot of the root behind it, it is the same host.
  const host = arrival.host.toLowerCase().replace(/\.$/, '');
  // A host may be called `constructor`.
  const ofHost = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
  return ofHost ?? acceptedLanguage(arrival.accepted, deployed) ?? deployed[0] ?? defaultLocale;
}

/**
 * The language a page is served in: that of its path when the path belongs to one, else that of the browser. The canonical path
 * belongs to no language. The choice remembered in the browser comes before all of these, and the page itself sees to that.
 */
export function languageOfPage(
  config: Languages,
  { pathname, place, ...arrival }: Arrival & { pathname: string; place: Place | undefined },
): Locale {
  const usual = languageOfBrowser(config, arrival);
  if (place === undefined) return usual;
  const asked = decodePath(pathname)?.toLowerCase();
  const isWrittenIn = (locale: Locale) =>
    decodePath(localise(place.name, place.params, locale))?.toLowerCase() === asked;
  if (isWrittenIn(defaultLocale) || isWrittenIn(usual)) return usual;
  return config.languages.deployed.find(isWrittenIn) ?? usual;
}

/** No browser sends more; a longer header is not read. */
const maxAccepted = 200;

/** The deployed language that `Accept-Language` puts first; every region of a language counts as that language. */
function acceptedLanguage(accepted: string | undefined, deployed: readonly Locale[]): Locale | undefined {
  if (accepted === undefined || accepted.length > maxAccepted) return undefined;
  const wishes = accepted.split(',').map((part) => {
    const [tag = '', weight] = part.split(';');
    return { tag: tag.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight.replace(/^\s*q=/, '')) };
  });
  const inOrder = wishes.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { tag } of inOrder) {
    const [language] = tag.split('-');
    const found =
      deployed.find((locale) => toBcp47(locale).toLowerCase() === tag) ??
      deployed.find((locale) => locale.startsWith(`${language}_`));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The pages that a search engine may show. */
const searched = ['login', 'register', 'reset-password'] as const satisfies RouteName[];

/**
 * Where a page is in each language of the operator, as the value of a `Link` header for search engines (RFC 8288, `hreflang`);
 * undefined for a page that search engines must not show. The canonical path belongs to no language.
 */
export function languageLinks(name: string, publicUrl: string, deployed: readonly Locale[]): string | undefined {
  const page = searched.find((one) => one === name);
  if (page === undefined) return undefined;
  const canonical = localise(page, {}, defaultLocale);
  const link = (path: string, language: string) =>
    `<${new URL(path, publicUrl).href}>; rel="alternate"; hreflang="${language}"`;
  const translated = deployed
    .map((locale) => ({ locale, path: localise(page, {}, locale) }))
    .filter(({ path }) => path !== canonical);
  return [link(canonical, 'x-default'), ...translated.map(({ locale, path }) => link(path, toBcp47(locale)))].join(
    ', ',
  );
}
