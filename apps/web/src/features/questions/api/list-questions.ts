import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { questionsKey } from '../../../passenger/query-keys.ts';

/** The passenger's questions with the answers, the one with the newest text first. */
export const questionsQuery = queryOptions({
  queryKey: questionsKey,
  queryFn: ({ signal }) => call('listQuestions', {}, { signal }),
});
