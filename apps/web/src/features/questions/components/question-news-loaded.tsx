import { useQuery } from '@tanstack/react-query';
import type { Question } from '@tapfolio/contracts/questions.ts';
import { useT } from '../../../lib/i18n.ts';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Coming } from '../../../ui/held-back.tsx';
import { Quiet } from '../../../ui/layout.tsx';
import { questionsQuery } from '../api/list-questions.ts';
import { useUnread } from '../read-answers.ts';
import { QuestionLink } from './question-link.tsx';

/** If the questions cannot be loaded, home is complete without them: the account leads to them too. */
export function LoadedQuestionNews() {
  const query = useQuery(questionsQuery);
  if (query.data) return <News items={query.data.items} />;
  return query.errorUpdateCount === 0 ? <Coming /> : null;
}

function News({ items }: { items: readonly Question[] }) {
  const t = useT();
  const unread = useUnread(items);
  const waiting = items.filter(({ state }) => state === 'open');
  if (unread === undefined) return <Coming />;
  if (unread.length > 0)
    return (
      <Alert type="info" title={t('asked.answered', { count: unread.length })} isStanding>
        <All of={unread} className={buttonClass('link')} />
      </Alert>
    );
  if (waiting.length === 0) return null;
  return (
    <Quiet isSmall={false}>
      {t('asked.waiting', { count: waiting.length })} <All of={waiting} />
    </Quiet>
  );
}

/** One question is opened at once. */
function All({ of: questions, className }: { of: readonly Question[]; className?: string | undefined }) {
  const t = useT();
  const [only, ...others] = questions;
  return (
    <QuestionLink number={others.length === 0 ? only?.number : undefined} className={className}>
      {t('asked.link')}
    </QuestionLink>
  );
}
