import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { useSessionUser } from './session.ts';
import { traceRoute } from './trace-header.ts';

export type Permissions = Readonly<Record<string, readonly string[]>>;
/** A route, or `route.action`; `.action` alone means an action of the current route. */
export type Permission = RouteName | `${RouteName}.${string}` | `.${string}`;

/**
 * Whether a group lists a route or an action (spec section 6); `any` asks every group. Hiding what is not allowed is
 * a courtesy: the server decides.
 */
export function isPermitted(permissions: Permissions, asked: string, group = 'any'): boolean {
  const lists = group === 'any' ? Object.values(permissions) : [permissions[group] ?? []];
  return lists.some((list) => list.includes(asked));
}

/** Whether the signed-in passenger may open a route or do `route.action`; the current route is the default. */
export function usePermission(permission?: Permission, group = 'any'): boolean {
  const user = useSessionUser();
  const asked = permission?.startsWith('.') ? `${traceRoute()}${permission}` : (permission ?? traceRoute());
  return user !== undefined && isPermitted(user.permissions, asked, group);
}
