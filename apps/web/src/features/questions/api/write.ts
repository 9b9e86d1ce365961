import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Question } from '@tapfolio/contracts/questions.ts';
import { call } from '../../../lib/api-client.ts';
import { sendOnce } from '../../../lib/attempt-key.ts';
import { questionsKey } from '../../../passenger/query-keys.ts';

/** Adds a text to a question. However often it is called before a final answer, the text is added once. */
export function useWrite({ id: questionId }: Question) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      sendOnce(['write', questionId, text], (idempotencyKey) =>
        call('writeToQuestion', { params: { questionId }, body: { text } }, { idempotencyKey }),
      ),
    onSettled: () => void queries.invalidateQueries({ queryKey: questionsKey }),
  });
}

/** Tells the operator that no answer is needed any more. */
export function useWithdraw({ id: questionId }: Question) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('withdrawQuestion', { params: { questionId } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: questionsKey }),
  });
}
