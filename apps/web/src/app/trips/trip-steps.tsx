import { useQuery } from '@tanstack/react-query';
import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { type ReactNode, Suspense } from 'react';
import { questionsQuery } from '../../features/questions/api/list-questions.ts';
import { AskAbout } from '../../features/questions/components/ask-about.tsx';
import { questionAbout } from '../../features/questions/subject.ts';
import { WorkOfTrip } from '../../features/work-trips/components/work-of-trip.tsx';
import { loadQuestionTexts, useT } from '../../lib/i18n.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { WhomToAsk } from '../../passenger/whom-to-ask.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { ProofOfDay } from '../travel-documents/travel-proof.tsx';
import { useDoubt } from './use-doubt.ts';

type Props = { cardId: number; trip: TripDetail };

const DoubtNote = lazyPart(async () => {
  const [{ DoubtNote: note }] = await Promise.all([
    import('../../features/trips/components/doubt-note.tsx'),
    loadQuestionTexts(),
  ]);
  return note;
});

/**
 * What can be done about a trip. If it looks wrong, the question has that filled in.
 * `isForWork` is undefined if the list around the trip does not know.
 */
export function TripSteps({ cardId, trip, isForWork }: Props & { isForWork: boolean | undefined }) {
  const t = useT();
  const doubt = useDoubt(trip.id);
  return (
    <>
      <WorkOfTrip cardId={cardId} trip={trip} isForWork={isForWork} />
      <ProofOfDay cardId={cardId} startedAt={trip.startedAt} />
      <AskAbout
        subject={{ kind: 'trip', cardId, trip, doubt }}
        otherwise={doubt && <WhomToAsk about={`${t('trips.tripId')} ${trip.id}`} />}
      />
    </>
  );
}

/** Why the trip looks wrong, else what its status means. */
export function DoubtOfTrip({ cardId, trip, children }: Props & { children: ReactNode }) {
  const doubt = useDoubt(trip.id);
  const { questions } = usePortalConfig();
  const { data } = useQuery({ ...questionsQuery, enabled: doubt !== undefined && questions !== undefined });
  if (doubt === undefined) return children;
  const asked = questionAbout({ kind: 'trip', cardId, trip }, data?.items ?? []);
  return (
    <Boundary instead={children}>
      <Suspense fallback={children}>
        <DoubtNote trip={trip} doubt={doubt} isAsked={asked !== undefined} />
      </Suspense>
    </Boundary>
  );
}
