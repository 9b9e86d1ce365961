import type { Question } from '@tapfolio/contracts/questions.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { useMemo } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { deviceKeys } from '../../lib/storage.ts';
import { markedThings } from '../../passenger/marked-things.ts';

/** Older answers are no news any more. */
const newsDays = 30;

const lastAnswer = ({ entries }: Question) => entries.findLast(({ by }) => by === 'operator');

const isNews = (question: Question): boolean => {
  const at = lastAnswer(question)?.at;
  return question.state === 'answered' && at !== undefined && serverNow() - Date.parse(at) < newsDays * dayMs;
};

const readAnswers = markedThings<Question>(deviceKeys.readAnswers, (question) => [
  question.id,
  lastAnswer(question)?.at,
]);

/** Remembers that the passenger has looked at the newest answer. */
export async function markRead(question: Question): Promise<void> {
  if (isNews(question)) await readAnswers.mark([question]);
}

/** The questions with an answer that was not looked at in this browser. Undefined until it is known. */
export function useUnread(items: readonly Question[]): readonly Question[] | undefined {
  const news = useMemo(() => items.filter(isNews), [items]);
  return readAnswers.useUnmarked(news);
}
