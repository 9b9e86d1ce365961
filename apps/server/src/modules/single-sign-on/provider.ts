import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { IdentityProvider } from '../../gateways/identity-provider.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Using } from '../../plugins/context.ts';

/** The operator's provider. @throws `TM0080` when none is configured. */
export function providerOf({ identityProvider }: Using<'identityProvider'>): IdentityProvider {
  assertThat(identityProvider !== undefined, systemCodes.provider.unknown);
  return identityProvider;
}
