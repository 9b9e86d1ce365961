import { hashPassword } from '../../src/lib/password-hashing.ts';
import type { TestContext } from '../build-app.ts';
import { insertRow } from './insert-row.ts';
import { buildPassenger, type PassengerRow } from './passengers.ts';

/** A password that meets the default rules. */
export const goodPassword = 'ferries-run-on-sundays-too';

/** A confirmed passenger who can sign in with `goodPassword` or the one given. */
export async function buildPasswordOwner(
  { pool, keys }: TestContext,
  overrides: Partial<PassengerRow> & { must_change_password?: boolean; is_sso_shadow_user?: boolean } = {},
  password = goodPassword,
): Promise<PassengerRow> {
  // Created in one moment, as registration does: a later date would mean that the password was changed since.
  const created_at = new Date();
  const passenger = await buildPassenger(pool, { ...overrides, created_at });
  const password_hash = await hashPassword(keys.passwords, password);
  const { passenger_id } = passenger;
  await insertRow(pool, 'credentials', { passenger_id, password_hash, changed_at: created_at });
  return passenger;
}
