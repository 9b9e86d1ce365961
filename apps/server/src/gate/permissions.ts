import {
  goesWith,
  ownPasswordPermissions,
  type PermissionEntry,
  passengerPermissions,
} from '@tapfolio/contracts/permissions.ts';
import type { Config } from '../config/config.ts';

export interface Holder {
  isShadowUser: boolean;
  /** Permissions that the operator gives to no passenger. */
  withheld: readonly PermissionEntry[];
}

/** What nobody would answer is not offered. */
const asks: readonly PermissionEntry[] = ['card-trips-history-table.ask', 'card-payments-history-table.ask'];

const caps: readonly PermissionEntry[] = ['card-trips-history-table.caps'];

/** Kept, so that the permissions below are made once. */
const withMissing = new WeakMap<readonly PermissionEntry[], Map<string, readonly PermissionEntry[]>>();

/**
 * The permissions that no passenger of this operator has: those that it withholds, questions if it takes none, and what caps have left if no
 * operator has caps.
 */
export function withheldOf({
  withheldPermissions,
  questions,
  operators,
}: Pick<Config, 'withheldPermissions' | 'questions' | 'operators'>): readonly PermissionEntry[] {
  const hasCaps = operators.some((operator) => operator.caps !== undefined);
  const missing = [...(questions === undefined ? asks : []), ...(hasCaps ? [] : caps)];
  if (missing.length === 0) return withheldPermissions;
  const lists = withMissing.get(withheldPermissions) ?? new Map<string, readonly PermissionEntry[]>();
  withMissing.set(withheldPermissions, lists);
  const known = lists.get(missing.join()) ?? [...withheldPermissions, ...missing];
  lists.set(missing.join(), known);
  return known;
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
