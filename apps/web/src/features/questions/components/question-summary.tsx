import type { Question } from '@tapfolio/contracts/questions.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/status-text.tsx';
import { Summary } from '../../../ui/summary.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { reasonText } from '../subject.ts';

const tones: Readonly<Record<Question['state'], Tone>> = { open: 'info', answered: 'success', withdrawn: 'neutral' };

/** A question on one row: what it is about, the reason, the state and the number. */
export function QuestionSummary({ question: { number, subject, reason, state } }: { question: Question }) {
  const t = useT();
  const formats = useFormats();
  const { kind, at, timeZone, amount, line } = subject;
  const date = formats.date(at, timeZone);
  return (
    <Summary
      name={t(kind === 'trip' ? 'questions.ofTrip' : 'questions.ofPayment', { date })}
      amount={formats.money(amount)}
      note={
        <>
          <div>{[line, reasonText(kind, reason, t)].filter(Boolean).join(' · ')}</div>
          <div>
            <Unbroken words={t('questions.number', { number })} part={number} />
          </div>
        </>
      }
      status={<Badge tone={tones[state]}>{t(`questions.state_${state}`)}</Badge>}
    />
  );
}
