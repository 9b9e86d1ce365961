/** The parts of the server that use the database. Each is a role there with its own rights. */
export const databaseParts = ['auth', 'portal', 'feed', 'worker'] as const;
export type DatabasePart = (typeof databaseParts)[number];

/** The role as which a part works. */
export function roleOf(part: DatabasePart): string {
  return `tapfolio_${part}`;
}
