import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { sessionsQuery } from './list-sessions.ts';

/** Ends one session, or all but this one when none is named. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined ? call('endOtherSessions', {}) : call('endSession', { params: { sessionId } }),
    // Also after a failure: the session may have ended before.
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
