import type { Question } from '@tapfolio/contracts/questions.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { sha256 } from '../../lib/sha256.ts';
import { deviceKeys, readStored, writeStored } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { sessionUser } from '../../passenger/session.ts';

/** So many are remembered. Older answers are no news any more. */
const mostRead = 50;
const newsDays = 30;
const markLength = 22;

const isMarks = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((mark) => typeof mark === 'string');

const readMarks = (): readonly string[] => readStored(deviceKeys.readAnswers, isMarks) ?? [];

/** The answers that were looked at in this browser. They stay after a sign-out: an answer is news once, and not at every sign-in. */
const readAnswers = createStore(readMarks);

const lastAnswer = ({ entries }: Question) => entries.findLast(({ by }) => by === 'operator');

const isNews = (question: Question): boolean => {
  const at = lastAnswer(question)?.at;
  return question.state === 'answered' && at !== undefined && serverNow() - Date.parse(at) < newsDays * dayMs;
};

/** What is stored of an answer: only who knows the passenger and the question can tell whose it is. */
async function markOf(question: Question): Promise<string> {
  const hash = await sha256(JSON.stringify([sessionUser()?.email, question.id, lastAnswer(question)?.at]));
  return hash.slice(0, markLength);
}

/** Remembers that the passenger has looked at the newest answer. Another tab may have remembered others since. */
export async function markRead(question: Question): Promise<void> {
  if (!isNews(question)) return;
  const mark = await markOf(question);
  if (readAnswers.get().includes(mark)) return;
  const marks = [...new Set([...readMarks(), ...readAnswers.get(), mark])].slice(-mostRead);
  writeStored(deviceKeys.readAnswers, marks);
  readAnswers.set(marks);
}

/** The questions with an answer that was not looked at in this browser. Undefined until it is known. */
export function useUnread(items: readonly Question[]): readonly Question[] | undefined {
  const read = useStore(readAnswers);
  const [marked, setMarked] = useState<{
    items: readonly Question[];
    marks: readonly (readonly [Question, string])[];
  }>();
  useEffect(() => {
    let isOver = false;
    const mark = async (): Promise<void> => {
      const news = items.filter(isNews);
      const marks = await Promise.all(news.map(async (one) => [one, await markOf(one)] as const));
      if (!isOver) setMarked({ items, marks });
    };
    void mark();
    return () => {
      isOver = true;
    };
  }, [items]);
  if (marked?.items !== items) return undefined;
  return marked.marks.filter(([, mark]) => !read.includes(mark)).map(([question]) => question);
}
