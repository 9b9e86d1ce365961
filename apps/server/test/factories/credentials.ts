import { hashPassword } from '../../src/modules/passwords/password-hashing.ts';
import type { AppContext } from '../../src/plugins/context.ts';
import { insertRow } from './insert-row.ts';
import { buildPassenger, type PassengerRow } from './passengers.ts';

/** Good by the shipped rules. */
export const goodPassword = 'ferries-run-on-sundays-too';

/** A confirmed passenger who can sign in with `goodPassword` or the one given. */
export async function buildPasswordOwner(
  { pool, secrets }: AppContext,
  overrides: Partial<PassengerRow> & { must_change_password?: boolean; is_sso_shadow_user?: boolean } = {},
  password = goodPassword,
): Promise<PassengerRow> {
  const passenger = await buildPassenger(pool, overrides);
  const password_hash = await hashPassword(secrets.pepper, password);
  await insertRow(pool, 'credentials', { passenger_id: passenger.passenger_id, password_hash });
  return passenger;
}
