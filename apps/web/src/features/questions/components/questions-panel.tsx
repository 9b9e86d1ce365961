import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { questionsQuery } from '../api/list-questions.ts';
import { QuestionLink } from './question-link.tsx';

/** Leads to the questions. Who has asked reads the answers also after the operator has stopped taking questions. */
export function QuestionsPanel() {
  const t = useT();
  const isOffered = usePortalConfig().questions !== undefined;
  const { data } = useQuery({ ...questionsQuery, enabled: !isOffered });
  if (!isOffered && !data?.items.length) return null;
  return (
    <Panel title={t('asked.title')}>
      <Stack isStart>
        {isOffered && <p>{t('asked.accountText')}</p>}
        <QuestionLink className={buttonClass('secondary')}>{t('asked.link')}</QuestionLink>
      </Stack>
    </Panel>
  );
}
