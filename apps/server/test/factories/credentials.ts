import { hashPassword } from '../../src/lib/password-hashing.ts';
import type { TestContext } from '../build-app.ts';
import { insertRow } from './insert-row.ts';
import { buildPassenger, type PassengerRow } from './passengers.ts';

/** A password that meets the default rules. */
export const goodPassword = 'ferries-run-on-sundays-too';

/** Made once for each password: a hash takes long on purpose. */
const hashes = new Map<string, Promise<string>>();

function hashOf({ keys }: Pick<TestContext, 'keys'>, password: string): Promise<string> {
  const id = `${keys.passwords.toString('hex')} ${password}`;
  const known = hashes.get(id) ?? hashPassword(keys.passwords, password);
  hashes.set(id, known);
  return known;
}

/** A confirmed passenger who can sign in with `goodPassword` or the one given. */
export async function buildPasswordOwner(
  context: TestContext,
  overrides: Partial<PassengerRow> & { must_change_password?: boolean; is_sso_shadow_user?: boolean } = {},
  password = goodPassword,
): Promise<PassengerRow> {
  // Created in one moment, as registration does: a later date would mean that the password was changed since.
  const created_at = new Date();
  const passenger = await buildPassenger(context.pool, { ...overrides, created_at });
  const password_hash = await hashOf(context, password);
  const { passenger_id } = passenger;
  await insertRow(context.pool, 'credentials', { passenger_id, password_hash, changed_at: created_at });
  return passenger;
}
