/** From a permission group to the routes (`card`) and actions (`card.unlink`) it may use. */
export type PermissionMap = Readonly<Record<string, readonly string[]>>;

/** What is asked: may `group` (or `any` group) open `route`, or do `action` there? The current route is the default. */
export interface PermissionQuestion {
  readonly group: string;
  readonly route?: string;
  readonly action?: string;
}

/**
 * Answers a permission question. A group nobody told us about may do nothing. Hiding what is refused is a courtesy of
 * the page; the server decides by itself.
 */
export function isPermitted(map: PermissionMap, question: PermissionQuestion, currentRoute: string): boolean {
  const route = question.route ?? currentRoute;
  const wanted = question.action === undefined ? route : `${route}.${question.action}`;
  if (question.group === 'any') return Object.values(map).some((entries) => entries.includes(wanted));
  return Object.hasOwn(map, question.group) && (map[question.group]?.includes(wanted) ?? false);
}
