import type { Question } from '@tapfolio/contracts/questions.ts';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { OpenedRows, type RowsAsked } from '../../../ui/opened-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { QuestionDetails } from './question-details.tsx';
import { QuestionSummary } from './question-summary.tsx';

type Props = {
  items: readonly Question[];
  /** The number of the question that a link names. */
  asked: string | undefined;
} & Pick<RowsAsked, 'onAskedClosed' | 'remembered'>;

/** The questions, the one with the newest text first. The order stays while the passenger writes. */
export function QuestionList({ items, asked, ...rows }: Props) {
  const t = useT();
  const [places] = useState(() => new Map(items.map(({ id }, place) => [id, place])));
  const placeOf = ({ id }: Question): number => places.get(id) ?? -1;
  const isAsked = ({ number }: Question): boolean => number === asked?.toUpperCase();
  const found = items.find(isAsked);
  return (
    <>
      {asked !== undefined && !found && (
        <Alert type="info">
          <Unbroken words={t('questions.gone', { number: asked })} part={asked} />
        </Alert>
      )}
      {items.length > 0 && (
        <OpenedRows {...rows} asked={found?.id}>
          <Panel isFlush>
            <div>
              {items
                .toSorted((one, other) => placeOf(one) - placeOf(other))
                .map((question) => (
                  <Disclosure key={question.id} id={question.id} summary={<QuestionSummary question={question} />}>
                    {() => <QuestionDetails question={question} />}
                  </Disclosure>
                ))}
            </div>
          </Panel>
        </OpenedRows>
      )}
    </>
  );
}
