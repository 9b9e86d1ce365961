import type { ErrorCode } from './errors.ts';

/** The groups of back-end messages in the specification (§8), each with its codes. */
export const messageGroups = {
  db: ['db_cannot_read', 'db_cannot_insert', 'db_cannot_update', 'db_cannot_delete', 'unavailable'],
  account: ['profile_update_failed', 'comment_adding_failed', 'NWA0014', 'consent_outdated', 'user_not_active'],
  authentication: ['login_failed', 'unauthenticated', 'TOKEN_EXPIRED', 'password_reset_failed', '0107'],
  card: ['TM0108', 'card_already_yours', 'user_card_name_not_unique', 'card_last_cannot_be_unlinked'],
  certificate: ['certificate_not_valid'],
  favourites: ['TM0176', 'favourite_already_chosen', 'favourite_limit_reached', 'sales_package_too_old'],
  'presence data': ['presence_data_not_read'],
  products: ['TM0164', 'TM0172'],
  receipt: ['NWA0010', 'NWA0011', 'NWA0012', 'NWA0013'],
  'sso oidc': ['sso_configuration_failed', 'sso_failed', 'sso_email_taken'],
  stations: ['stations_not_read', 'NWA0024'],
  taps: ['NWA0020', 'NWA0021', 'NWA0022', 'NWA0023'],
  trip: ['NWA0037', 'NWA0038', 'NWA0034'],
  user: ['user_already_exists', 'user_locked', 'user_expired', 'role_already_exists', 'no_valid_username'],
  xtat: ['xtat_number_not_unique', 'NWA0030', 'NWA0031'],
  'internal communication': ['internal_communication_failed', 'contractor_already_exists', 'domain_already_exists'],
} as const satisfies Record<string, readonly ErrorCode[]>;
