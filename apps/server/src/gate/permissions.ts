import {
  goesWith,
  ownPasswordPermissions,
  type PermissionEntry,
  passengerPermissions,
} from '@tapfolio/contracts/permissions.ts';

export interface Holder {
  isShadowUser: boolean;
  /** Permissions that the operator gives to no passenger. */
  withheld: readonly PermissionEntry[];
}

/** The permissions of each kind of passenger. Kept, since every call needs them. */
const made = new WeakMap<readonly PermissionEntry[], Map<boolean, Permissions>>();

type Permissions = Record<string, PermissionEntry[]>;

/** The permission map of a passenger: the page draws its menus from it, and the server runs no call it does not list. */
export function permissionsOf({ isShadowUser, withheld }: Holder): Permissions {
  const known = made.get(withheld) ?? new Map<boolean, Permissions>();
  made.set(withheld, known);
  const permissions = known.get(isShadowUser) ?? makePermissions({ isShadowUser, withheld });
  known.set(isShadowUser, permissions);
  return permissions;
}

function makePermissions({ isShadowUser, withheld }: Holder): Permissions {
  const groups: Record<string, readonly PermissionEntry[]> = {
    ...passengerPermissions,
    account: isShadowUser ? passengerPermissions.account : [...passengerPermissions.account, ...ownPasswordPermissions],
  };
  const isWithheld = (entry: PermissionEntry): boolean => {
    const other = goesWith[entry];
    return withheld.includes(entry) || (other !== undefined && isWithheld(other));
  };
  const offered = (entries: readonly PermissionEntry[]) => entries.filter((entry) => !isWithheld(entry));
  return Object.fromEntries(Object.entries(groups).map(([group, entries]) => [group, offered(entries)]));
}
