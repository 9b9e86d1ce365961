import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { noteOwnChange } from '../../../passenger/session.ts';
import { settingsQuery } from './get-settings.ts';

export function useEditProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'editProfile'>['body']) => call('editProfile', { body }),
    onSuccess: async (_, name) => {
      noteOwnChange(name);
      await queries.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
}
