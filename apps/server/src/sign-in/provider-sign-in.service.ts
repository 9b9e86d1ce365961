import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Caller } from '../gate/caller.ts';
import { findOrMakeShadowUser, refreshAddress } from '../modules/single-sign-on/shadow-users.service.ts';
import {
  noteProviderSession,
  type Return,
  redeemReturn,
  takeProviderTurn,
} from '../modules/single-sign-on/single-sign-on.service.ts';
import type { Using } from '../plugins/context.ts';
import { openSession, refuseClosedAccount } from './open-session.service.ts';

/**
 * Finishes a sign-in at the provider: redeems the code, finds or makes the shadow user (SES-15) and opens a session. @throws
 * `sso_failed` for every return that is not exactly the expected one and for one that the provider has signed out before,
 * `sso_email_taken` when another account has the address (accounts are never joined by address), `user_not_active` and
 * `user_expired` when the account is not open. `language` is that of a new account.
 */
export async function signInFromProvider(
  context: Using<'pool' | 'config' | 'clock' | 'keys' | 'identityProvider'>,
  caller: Caller,
  { language, ...returned }: Return & { readonly language: Locale },
): Promise<{ token: string; returnTo: string }> {
  const { traceId } = caller;
  const { identity, returnTo } = await redeemReturn(context, returned, caller);
  const account = await findOrMakeShadowUser(context, { identity, language, traceId });
  await refuseClosedAccount(context, account, caller);
  const passengerId = account.passenger_id;
  await refreshAddress(context, { passengerId, identity, traceId });
  const { token } = await openSession(context, caller, {
    passengerId,
    provenBy: 'provider',
    before: (tx) => takeProviderTurn(tx, identity),
    also: (tx, tokenHash) => noteProviderSession(tx, tokenHash, identity),
  });
  return { token, returnTo };
}
