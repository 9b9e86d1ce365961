import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import type { Subject } from '../subject.ts';

/** What is sent with a question, and by when there is an answer. */
export function SentAlong({ subject }: { subject: Subject }) {
  const t = useT();
  const { questions } = usePortalConfig();
  return (
    <Stack gap={2}>
      <Quiet isSmall={false}>{t(subject.kind === 'trip' ? 'questions.sentTrip' : 'questions.sentPayment')}</Quiet>
      <OtherSent subject={subject} />
      {questions && <p>{t('questions.answerWithin', { count: questions.answerDays })}</p>}
    </Stack>
  );
}

/** That the other trip is named too. */
function OtherSent({ subject }: { subject: Subject }) {
  const t = useT();
  const { dateTime } = useFormats();
  if (subject.kind !== 'trip') return null;
  const { doubt, trip } = subject;
  if (!doubt?.other) return null;
  const { at, cardName: card } = doubt.other;
  const date = dateTime(at, trip.timeZone);
  return <Quiet isSmall={false}>{t('questions.sentOther', { card, date })}</Quiet>;
}
