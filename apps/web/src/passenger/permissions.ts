import type { PermissionEntry } from '@tapfolio/contracts/permissions.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { currentRoute } from '../lib/current-route.ts';
import { useSessionUser } from './session.ts';

/** A route, or `route.action`; `.action` alone means an action of the current route. */
export type Permission = PermissionEntry | `.${string}`;

/**
 * Whether the signed-in passenger may open a route or do `route.action`; the current route is the default. Hiding what
 * is not allowed is for comfort: the server decides.
 */
export function usePermission(permission?: Permission, group = 'any'): boolean {
  const user = useSessionUser();
  const [route, action] = permission?.split('.') ?? [];
  const question = { group, ...(route && { route }), ...(action && { action }) };
  return user !== undefined && isPermitted(user.permissions, question, currentRoute());
}
