import { ownPasswordPermissions, type PermissionEntry, passengerPermissions } from '@tapfolio/contracts/permissions.ts';

export interface Holder {
  isShadowUser: boolean;
  /** What the operator offers nobody. */
  withheld: readonly PermissionEntry[];
}

/** The permission map of a passenger: the page draws its menus from it, and the server runs no call it does not list. */
export function permissionsOf({ isShadowUser, withheld }: Holder): Record<string, PermissionEntry[]> {
  const groups: Record<string, readonly PermissionEntry[]> = {
    ...passengerPermissions,
    account: isShadowUser ? passengerPermissions.account : [...passengerPermissions.account, ...ownPasswordPermissions],
  };
  const offered = (entries: readonly PermissionEntry[]) => entries.filter((entry) => !withheld.includes(entry));
  return Object.fromEntries(Object.entries(groups).map(([group, entries]) => [group, offered(entries)]));
}
