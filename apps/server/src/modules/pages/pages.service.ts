import type { PageRequest } from '@tapfolio/contracts/pages.ts';
import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { recognise } from '@tapfolio/locales/paths.ts';
import { etagOf } from './built-web.ts';
import type { Encodings } from './encodings.ts';
import { operatorPages, type PackedPage, type PageCache } from './page-cache.ts';
import { languageLinks, languageOfPage } from './page-language.ts';
import { pagePolicy } from './page-policy.ts';

/** A page with everything its answer needs, made before the first request. */
export interface ServedPage extends Encodings {
  name: string;
  locale: Locale;
  etag: string;
  policy: string;
  /** Where it is in each language; undefined for a page that search engines must not show. */
  links: string | undefined;
}

/** Answers which page a path and host get; a path that opens no screen gets the not-found page. */
export type PageFinder = (pathname: string, host: string, accepted?: string) => ServedPage;

export interface PageOptions extends PageCache {
  /** Where passengers find the portal. */
  publicUrl: string;
  /** Origins that pages may call in addition to ours. */
  connections: readonly string[];
}

/** Makes all pages of the operator ready, so that a request only has to find its own. */
export async function preparePages(request: PageRequest, options: PageOptions): Promise<PageFinder> {
  const rendered = await operatorPages(request, options);
  const pages = new Map<string, ServedPage>();
  for (const page of rendered) pages.set(`${page.locale} ${page.name}`, serve(page, request.config, options));
  return (pathname, host, accepted) => findPage(pages, request.config, { pathname, host, accepted });
}

function serve(
  { name, locale, html, styleSources: styles, br, gzip }: PackedPage,
  { languages }: PortalConfig,
  { publicUrl, connections }: PageOptions,
): ServedPage {
  const packed = { plain: Buffer.from(html), br: Buffer.from(br, 'base64'), gzip: Buffer.from(gzip, 'base64') };
  const policy = pagePolicy({ styles, connections });
  const links = languageLinks(name, publicUrl, languages.deployed);
  return { name, locale, ...packed, etag: etagOf(packed.plain), policy, links };
}

function findPage(
  pages: ReadonlyMap<string, ServedPage>,
  config: PortalConfig,
  request: { pathname: string; host: string; accepted: string | undefined },
): ServedPage {
  const place = recognise(request.pathname);
  const locale = languageOfPage(config, { ...request, place });
  const page = place ? (pages.get(`${locale} ${place.name}`) ?? pages.get(`${locale} shell`)) : undefined;
  const found = page ?? pages.get(`${locale} not-found`);
  if (found === undefined) throw new Error(`no pages in ${locale}`);
  return found;
}
