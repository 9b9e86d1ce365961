import type { Question } from '@tapfolio/contracts/questions.ts';
import { useEffect, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { TripLink } from '../../../passenger/trip-link.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import { markRead } from '../read-answers.ts';
import { Conversation } from './conversation.tsx';
import style from './questions.module.css';
import { SubjectLink } from './subject-link.tsx';
import { WithdrawQuestion } from './withdraw-question.tsx';
import { WriteForm } from './write-form.tsx';

/** What opens under a question: the trip or payment, the texts, and what can be done now. */
export function QuestionDetails({ question }: { question: Question }) {
  const t = useT();
  const { state, subject, cardId, writeUntil, otherTrip } = question;
  useEffect(() => void markRead(question), [question]);
  return (
    <Stack gap={5}>
      <p>
        <SubjectLink subject={subject} cardId={cardId} />
      </p>
      {otherTrip && (
        <p>
          <TripLink trip={otherTrip}>{t('doubts.link')}</TripLink>
        </p>
      )}
      <Conversation question={question} />
      {state === 'open' && <AnswerBy question={question} />}
      {writeUntil !== null && (
        <div className={style.writing}>
          <WriteForm question={question} until={writeUntil} />
        </div>
      )}
      {writeUntil === null && state !== 'withdrawn' && <Quiet isSmall={false}>{t('questions.writeClosed')}</Quiet>}
      {state === 'open' && <WithdrawQuestion question={question} />}
    </Stack>
  );
}

/** By when there is an answer. One that is late says whom to ask now. */
function AnswerBy({ question: { answerBy, number } }: { question: Question }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const [now] = useState(serverNow);
  if (answerBy === null) return null;
  const date = formats.date(answerBy, timeZone);
  if (Date.parse(answerBy) > now) return <p>{t('questions.answerBy', { date })}</p>;
  return (
    <p>
      {t('questions.answerLate', { date })} <WhomToAsk about={t('questions.number', { number })} />
    </p>
  );
}
