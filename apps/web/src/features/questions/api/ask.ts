import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QuestionReceipt } from '@tapfolio/contracts/questions.ts';
import { paymentQuestionReasons, type QuestionReason, tripQuestionReasons } from '@tapfolio/domain/questions.ts';
import { call } from '../../../lib/api-client.ts';
import { sendOnce } from '../../../lib/attempt-key.ts';
import { questionsKey } from '../../../passenger/query-keys.ts';
import { idOf, type Subject } from '../subject.ts';

type Asked = { readonly reason: QuestionReason; readonly text: string };

/** Asks the operator about a trip or a payment. However often it is called before a final answer, one question is asked. */
export function useAsk(subject: Subject) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked) =>
      sendOnce(['ask', subject.kind, idOf(subject), asked], (idempotencyKey) => send(subject, asked, idempotencyKey)),
    // A refusal too may say that the list is out of date.
    onSettled: () => void queries.invalidateQueries({ queryKey: questionsKey }),
  });
}

function send(subject: Subject, { reason, text }: Asked, idempotencyKey: string): Promise<QuestionReceipt> {
  const { cardId } = subject;
  if (subject.kind === 'trip') {
    const { id: tripId, startedAt: at } = subject.trip;
    const other = subject.doubt?.other;
    const known = { reason: tripQuestionReasons.find((one) => one === reason) ?? 'other', at, text };
    const body = {
      ...known,
      ...(other && { otherTrip: { cardId: other.cardId, tripId: other.tripId, at: other.at } }),
    };
    return call('askAboutTrip', { params: { cardId, tripId }, body }, { idempotencyKey });
  }
  const { id: paymentId, openedAt: at } = subject.payment;
  const body = { reason: paymentQuestionReasons.find((one) => one === reason) ?? 'other', at, text };
  return call('askAboutPayment', { params: { cardId, paymentId }, body }, { idempotencyKey });
}
