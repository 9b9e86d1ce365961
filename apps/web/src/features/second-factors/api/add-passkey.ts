import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';
import { secondFactorsQuery } from './list-second-factors.ts';

async function addPasskey(name: string): Promise<void> {
  const options = await call('getPasskeyOptions');
  const { makePasskey } = await loadInTime(() => import('../../../passenger/passkey-dialogs.ts'));
  await call('addPasskey', { body: { name, response: await makePasskey(options) } });
}

/** Adds a passkey under a name, by the browser's own dialog. */
export function useAddPasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: addPasskey,
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
}
