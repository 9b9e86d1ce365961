import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { questionsQuery } from '../../features/questions/api/list-questions.ts';
import { NoQuestions } from '../../features/questions/components/no-questions.tsx';
import { QuestionList } from '../../features/questions/components/question-list.tsx';
import { useT } from '../../lib/i18n.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOpenedInEntry } from '../history/opened-in-entry.ts';

/** The passenger's questions to the operator, with the answers. */
export function QuestionsScreen() {
  const t = useT();
  const query = useQuery(questionsQuery);
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const remembered = useOpenedInEntry();
  const forgetAsked = (): void => void navigate({ to: pathOf('questions'), replace: true, resetScroll: false });
  return (
    <Screen title={t('asked.title')}>
      <Loaded query={query} lines={8} shape="panel">
        {({ items }) => (
          <>
            <QuestionList items={items} asked={open} onAskedClosed={forgetAsked} remembered={remembered} />
            {items.length === 0 && <NoQuestions />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
