import type { ClosingReason } from '@tapfolio/contracts/closing-reasons.ts';
import { call } from '../../../lib/api-client.ts';
import { clearSession } from '../../../passenger/session.ts';

/** Deletes the account for good; afterwards the browser stores nothing about the passenger. */
export async function closeAccount(reason: ClosingReason, password: string | undefined): Promise<void> {
  await call('closeAccount', { body: { reason, ...(password !== undefined && { password }) } });
  clearSession();
}
