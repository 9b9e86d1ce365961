/** From a permission group to the routes (`card`) and actions (`card.unlink`) it may use. */
export type PermissionMap = Readonly<Record<string, readonly string[]>>;

/** A permission question: may `group` (or `any` group) open `route`, or do `action` there? Default: the current route. */
export interface PermissionQuestion {
  readonly group: string;
  readonly route?: string;
  readonly action?: string;
}

/**
 * Answers a permission question. An unknown group may do nothing. The page only hides what the group may not do; the
 * server checks each call itself.
 */
export function isPermitted(map: PermissionMap, question: PermissionQuestion, currentRoute: string): boolean {
  const route = question.route ?? currentRoute;
  const wanted = question.action === undefined ? route : `${route}.${question.action}`;
  if (question.group === 'any') return Object.values(map).some((entries) => entries.includes(wanted));
  return Object.hasOwn(map, question.group) && (map[question.group]?.includes(wanted) ?? false);
}
