import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alreadySo } from '../../../lib/already-so.ts';
import { call } from '../../../lib/api-client.ts';
import { sessionsQuery } from './list-sessions.ts';

/** Ends one session, or all except this one if none is named. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? call('endOtherSessions', {})
        : call('endSession', { params: { sessionId } }).catch(alreadySo('TM0044')),
    // Also without an answer, because the session may have ended.
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
