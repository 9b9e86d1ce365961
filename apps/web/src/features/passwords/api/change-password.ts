import { call } from '../../../lib/api-client.ts';

/** Changes the own password; all other sessions end. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await call('changePassword', { body: { old_password: oldPassword, new_password: newPassword } });
}
