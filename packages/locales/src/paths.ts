import { keysOf } from '@tapfolio/domain/keys-of.ts';
import { defaultLocale, type Locale, locales } from '@tapfolio/domain/locale.ts';
import { decodeSegments, isDots } from './decode-path.ts';
import { type Paths, pathAliases, pathTable, type RouteName } from './path-table.ts';

type ParamNames<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** The canonical path of a route as a literal type: `'/receipt/$srfid'`. */
export type PathOf<N extends RouteName> = (typeof pathTable)[N]['en_CA'];

/** The parameters a route takes. */
export type Params<N extends RouteName> = { readonly [K in ParamNames<PathOf<N>>]: string };

/** A recognised path: which screen, with which parameters. */
export type Place = { [N in RouteName]: { readonly name: N; readonly params: Params<N> } }[RouteName];

/** All route names, in the order of the table. */
export const routeNames = keysOf(pathTable);

/** The canonical path, parameters as `$name`, keeping its literal type. */
export function pathOf<N extends RouteName>(name: N): PathOf<N> {
  return pathTable[name].en_CA;
}

function patternIn(name: RouteName, locale: Locale): string {
  const paths: Paths = pathTable[name];
  return paths[locale === 'en_GB' ? defaultLocale : locale];
}

/** Every pattern that opens a screen: canonical, in all languages, aliases; each also written without accents. */
export function patternsOf(name: RouteName): readonly string[] {
  const aliases: Partial<Record<RouteName, readonly string[]>> = pathAliases;
  const written = [...locales.map((locale) => patternIn(name, locale)), ...(aliases[name] ?? [])];
  return [...new Set(written.flatMap((pattern) => [pattern, umlautsSpelled(pattern), withoutAccents(pattern)]))];
}

const umlautsSpelled = (path: string): string => path.replace(/[äöü]/g, (letter) => `${withoutAccents(letter)}e`);
const withoutAccents = (path: string): string =>
  path
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

const segmentsOf = (pattern: string): string[] => pattern.split('/').filter((segment) => segment !== '');
const paramOf = (segment: string): string | undefined => (segment.startsWith('$') ? segment.slice(1) : undefined);

interface Branch {
  readonly words: Map<string, Branch>;
  param?: { readonly name: string; readonly next: Branch };
  route?: RouteName;
}

const branch = (): Branch => ({ words: new Map() });

function grow(from: Branch, segment: string): Branch {
  const name = paramOf(segment);
  if (name !== undefined) {
    from.param ??= { name, next: branch() };
    if (from.param.name !== name) throw new Error(`$${name} and $${from.param.name} stand in the same place`);
    return from.param.next;
  }
  const next = from.words.get(segment) ?? branch();
  from.words.set(segment, next);
  return next;
}

/** Builds the tree for looking up paths; throws if one path would open two screens. */
export function growTree(patterns: Iterable<readonly [RouteName, string]>): Branch {
  const root = branch();
  for (const [name, pattern] of patterns) {
    const end = segmentsOf(pattern).reduce(grow, root);
    if (end.route !== undefined && end.route !== name) throw new Error(`${pattern} opens ${end.route} and ${name}`);
    end.route = name;
  }
  return root;
}

const tree = growTree(routeNames.flatMap((name) => patternsOf(name).map((pattern) => [name, pattern] as const)));

/**
 * Finds the screen of a path in any language, alias or percent-encoded form. Words match in either letter case.
 * Returns `undefined` for an unknown or malformed path; never throws.
 */
export function recognise(pathname: string): Place | undefined {
  const segments = decodeSegments(pathname);
  if (!segments) return undefined;
  const params: Record<string, string> = {};
  let here = tree;
  for (const segment of segments) {
    const word = here.words.get(segment.toLowerCase());
    if (!word && !here.param) return undefined;
    if (!word && here.param) params[here.param.name] = segment;
    here = word ?? here.param?.next ?? tree;
  }
  // The tree has the parameter names of the pattern that matched.
  return here.route && ({ name: here.route, params } as Place);
}

/**
 * Writes the percent-encoded path of a screen in one language. Throws a `RangeError` for a parameter that cannot be part
 * of a path (empty or dots): such a value is a mistake of the caller.
 */
export function localise<N extends RouteName>(name: N, params: Params<N>, locale: Locale): string {
  const values: Readonly<Record<string, string>> = params;
  const written = segmentsOf(patternIn(name, locale)).map((segment) => {
    const param = paramOf(segment);
    const value = param === undefined ? segment : (values[param] ?? '');
    if (value === '' || isDots(value)) throw new RangeError(`${name}: "${value}" cannot be the parameter ${param}`);
    return encodeURIComponent(value);
  });
  return `/${written.join('/')}`;
}

/** The path of the same screen in another language; `undefined` if the path opens no screen. */
export function translatePath(pathname: string, locale: Locale): string | undefined {
  const place = recognise(pathname);
  return place && localise(place.name, place.params, locale);
}
