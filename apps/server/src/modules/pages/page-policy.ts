import type { Config } from '../../config/config.ts';

const fixed = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types sw',
];

export interface PageSources {
  /** The page's own inlined style, by hash. */
  styles: readonly string[];
  /** Origins that the page may call in addition to ours. */
  connections: readonly string[];
}

/** The content security policy of a page: no inline script at all, no other site but those named. */
export function pagePolicy({ styles, connections }: PageSources): string {
  const list = (name: string, more: readonly string[]) => [name, "'self'", ...more].join(' ');
  return [...fixed, list('connect-src', connections), list('style-src', styles)].join('; ');
}

/** The identity provider's addresses at which its session is checked (SES-13); a redirect needs permission too. */
export function checkedOrigins({ sso }: Pick<Config, 'sso'>): string[] {
  const check = sso?.sessionCheck;
  if (check?.mode !== 'redirect_check' || check.endpoint === undefined) return [];
  const addresses = [check.endpoint, ...check.logoutOn.filter((entry) => URL.canParse(entry))];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
