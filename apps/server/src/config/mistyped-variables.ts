import { type Environment, isDatabaseAddress } from './database-url.ts';

/** The variables that the server reads; docs/configuration.md describes them. */
const ours = [
  'TAPFOLIO_CONFIG',
  'TAPFOLIO_DATA',
  'TAPFOLIO_ROLES',
  'TAPFOLIO_HOST',
  'TAPFOLIO_PORT',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'DATABASE_OWNER_URL',
  'DATABASE_OWNER_URL_FILE',
];

/** One letter too much, one too few or another one, or two letters that changed places. */
const mostEdits = 2;

/**
 * Names that are nearly one of ours. The variable that was meant is then unset: the process would run all roles, or on an empty database of
 * its own, into which it imports what lies in the inbox. Names that others make, such as those of Kubernetes for a service called `tapfolio`,
 * are not so near. Other programs have an address in a variable like DATABASE_URL, so a name that is near to that one is meant for us only if it
 * leads to a database that we can use.
 */
export function mistypedVariables(environment: Environment): string[] {
  const unset = ours.filter((own) => !environment[own]);
  return Object.keys(environment).flatMap((name) => {
    if (ours.includes(name)) return [];
    const near = unset.map((own) => ({ own, edits: editsBetween(name.toUpperCase(), own) }));
    const [nearest] = near.filter(({ edits }) => edits <= mostEdits).toSorted((one, other) => one.edits - other.edits);
    if (nearest?.own === 'DATABASE_URL' && !isDatabaseAddress(environment[name] ?? '')) return [];
    return nearest === undefined ? [] : [`${name}: there is no such variable; ${nearest.own} is meant`];
  });
}

/** How many letters to add, take away or replace make one name the other; more than `mostEdits` may be any number above it. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > mostEdits) return mostEdits + 1;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (before[column] ?? 0) + (letter === wanted ? 0 : 1);
      now.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
