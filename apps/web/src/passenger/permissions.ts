import type { PermissionEntry } from '@tapfolio/contracts/permissions.ts';
import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { currentRoute } from '../lib/current-route.ts';
import { sessionUser, useSessionUser } from './session.ts';

/** A route, or `route.action`; `.action` alone means an action of the current route. */
export type Permission = PermissionEntry | `.${string}`;

function allows(user: UserSettings | undefined, permission: Permission | undefined): boolean {
  const [route, action] = permission?.split('.') ?? [];
  const question = { group: 'any', ...(route && { route }), ...(action && { action }) };
  return user !== undefined && isPermitted(user.permissions, question, currentRoute());
}

/**
 * True if the signed-in passenger may open a route or do `route.action`; the current route is the default. Hiding what
 * is not allowed is only for comfort: the server decides.
 */
export const isAllowed = (permission: Permission): boolean => allows(sessionUser(), permission);

/** Like {@link isAllowed}, followed as the session changes. */
export const usePermission = (permission?: Permission): boolean => allows(useSessionUser(), permission);
