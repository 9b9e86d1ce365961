import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { questionsQuery } from '../api/list-questions.ts';
import { useAskable } from '../use-askable.ts';
import { QuestionLink } from './question-link.tsx';

/** Leads to the questions. Who has asked reads the answers also after the operator has stopped taking questions. */
export function QuestionsPanel() {
  const t = useT();
  const [kind, other] = useAskable();
  const isOffered = kind !== undefined;
  const { data } = useQuery({ ...questionsQuery, enabled: !isOffered });
  if (!isOffered && !data?.items.length) return null;
  return (
    <Panel title={t('asked.title')}>
      <Stack isStart>
        {isOffered && <p>{t(other ? 'asked.accountText' : `asked.accountText_${kind}`)}</p>}
        <QuestionLink className={buttonClass('secondary')}>{t('asked.link')}</QuestionLink>
      </Stack>
    </Panel>
  );
}
