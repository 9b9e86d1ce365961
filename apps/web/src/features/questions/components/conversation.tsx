import type { Question, QuestionEntry } from '@tapfolio/contracts/questions.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Quiet, Row } from '../../../ui/layout.tsx';
import { StatusText, type Tone } from '../../../ui/status-text.tsx';
import style from './questions.module.css';

const tones: Readonly<Record<NonNullable<QuestionEntry['outcome']>, Tone>> = {
  explained: 'info',
  refunded: 'success',
  corrected: 'success',
  declined: 'neutral',
};

/** What both sides wrote, the oldest first. */
export function Conversation({ question: { entries, operator } }: { question: Question }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone, brand } = usePortalConfig();
  return (
    <ol className={style.entries} aria-label={t('questions.conversation')}>
      {Object.entries(entries).map(([place, { by, at, text, outcome }]) => (
        <li key={place} className={style.entry} data-by={by}>
          <Row gap={2} isApart>
            <span className={style.who}>{by === 'passenger' ? t('questions.you') : (operator ?? brand.name)}</span>
            <Quiet as="span">{formats.dateTime(at, timeZone)}</Quiet>
          </Row>
          {/* Both write as they do elsewhere: line breaks stay, and nothing is read as markup. */}
          <p className={style.text} dir="auto">
            {text}
          </p>
          {outcome && <StatusText tone={tones[outcome]}>{t(`questions.outcome_${outcome}`)}</StatusText>}
        </li>
      ))}
    </ol>
  );
}
