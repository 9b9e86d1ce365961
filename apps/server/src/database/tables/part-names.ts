/** The parts of the server that come to the database. Each is a role there with rights of its own. */
export const databaseParts = ['auth', 'portal', 'feed', 'worker'] as const;
export type DatabasePart = (typeof databaseParts)[number];

/** The role as which a part works. */
export function roleOf(part: DatabasePart): string {
  return `tapfolio_${part}`;
}
