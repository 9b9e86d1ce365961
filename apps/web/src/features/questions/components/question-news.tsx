import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { Coming } from '../../../ui/held-back.tsx';

const LoadedNews = lazyPart(async () => (await import('./question-news-loaded.tsx')).LoadedQuestionNews);

/** That a question was answered or waits; nothing for who has asked nothing, and where nobody can ask. */
export function QuestionNews() {
  const { questions } = usePortalConfig();
  if (questions === undefined) return null;
  return (
    <Boundary instead={null}>
      <Suspense fallback={<Coming />}>
        <LoadedNews />
      </Suspense>
    </Boundary>
  );
}
