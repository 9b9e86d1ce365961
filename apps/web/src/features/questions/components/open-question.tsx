import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.ts';
import { questionsQuery } from '../api/list-questions.ts';
import { questionAbout, type Subject } from '../subject.ts';
import { QuestionLink } from './question-link.tsx';

/** Leads to the question that is open about the same trip or payment; nothing while it is not known. */
export function OpenQuestion({ subject }: { subject: Subject }) {
  const t = useT();
  const { data } = useQuery(questionsQuery);
  const open = questionAbout(subject, data?.items ?? []);
  if (open?.state !== 'open') return null;
  return (
    <p>
      <QuestionLink number={open.number}>{t('questions.seeOpen')}</QuestionLink>
    </p>
  );
}
