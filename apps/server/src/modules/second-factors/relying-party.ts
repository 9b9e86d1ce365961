import type { Using } from '../../plugins/context.ts';

/** What passkeys are bound to: the host and the origin of the configured address, never those a request names. */
export function relyingParty({ config }: Using<'config'>): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, name: config.brand.productName, origin };
}

/** What a passkey knows its owner by, and gives back when it signs. */
export const userHandleOf = (passengerId: string): Buffer<ArrayBuffer> =>
  Buffer.from(passengerId.replaceAll('-', ''), 'hex');
