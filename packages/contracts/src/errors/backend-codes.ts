import type { CatalogueEntry } from './catalogue-entry.ts';

const byConfiguration = 'These are set in the configuration, which is checked when the server starts.';

/**
 * Messages of the back end that the specification (§8) lists without a number and that no call of this server answers with. The
 * spellings are chosen here. The messages that calls do answer with are in the contract file of their noun, or in `shared-codes.ts`.
 */
export const backendCodes = {
  user_already_exists: {
    status: 409,
    means: 'An account with this address exists already.',
    textOnly: 'Registration answers the same for every address; a mail tells the owner.',
  },
  role_already_exists: {
    status: 409,
    means: 'A role with this name exists already.',
    textOnly: 'The one role is the passenger.',
  },
  contractor_already_exists: {
    status: 409,
    means: 'A transit company with this name exists already.',
    textOnly: byConfiguration,
  },
  domain_already_exists: { status: 409, means: 'The domain is used already.', textOnly: byConfiguration },
  comment_adding_failed: { status: 500, means: 'A comment was not added.', textOnly: 'Nothing can be commented on.' },
  profile_update_failed: {
    status: 500,
    means: 'The profile was not saved.',
    textOnly: '`db_cannot_update` answers; the screen says that the name was not saved.',
  },
  password_reset_failed: {
    status: 500,
    means: 'The password was not reset.',
    textOnly: '`TM0056`, `password_rules_violated` and `TM0001` say why.',
  },
  certificate_not_valid: {
    status: 503,
    means: 'The certificate of a server is not valid.',
    textOnly: 'The server that presents it is not reached: `internal_communication_failed`.',
  },
  presence_data_not_read: {
    status: 503,
    means: 'The presence data cannot be read.',
    textOnly: 'No feed delivers presence data.',
  },
  stations_not_read: {
    status: 503,
    means: 'The stops cannot be read.',
    textOnly:
      'The names of stops are read for an answer about trips: `db_cannot_read` and `unavailable` say so for all data alike.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** A message of the back end that no call of this server answers with. */
export type BackendCode = keyof typeof backendCodes;
