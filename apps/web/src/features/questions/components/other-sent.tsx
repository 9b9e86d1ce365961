import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Quiet } from '../../../ui/layout.tsx';
import { doubtOf, type Subject } from '../subject.ts';

/** Says that the other trip is named too; nothing if there is none. */
export function OtherSent({ subject }: { subject: Subject }) {
  const t = useT();
  const { dateTime } = useFormats();
  const other = doubtOf(subject)?.other;
  if (!other || subject.kind !== 'trip') return null;
  const date = dateTime(other.at, subject.trip.timeZone);
  return <Quiet isSmall={false}>{t('questions.sentOther', { card: other.cardName, date })}</Quiet>;
}
