import { decodePath } from '@tapfolio/locales/decode-path.ts';

/**
 * The path to return to after the provider: a path of the portal or the home page. Decoded by the page's own rule, so that nothing
 * that reads as a path here is read as another site by a browser (ASVS 3.7.2).
 */
export function ownPath(asked: string | undefined): string {
  if (asked === undefined || !asked.startsWith('/')) return '/';
  const [path = '/', ...query] = asked.split('?');
  const decoded = decodePath(path);
  if (decoded === undefined) return '/';
  return [encodeURI(decoded), ...query].join('?');
}
