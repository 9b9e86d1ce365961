import type { CardList } from '@tapfolio/contracts/cards.ts';
import { QuestionNews } from '../features/questions/components/question-news.tsx';
import { CardNews } from './card/card-news.tsx';
import { DoubtfulNews } from './trips/doubtful-news.tsx';

/** What home says before anything else. What is unpaid comes first. */
export function HomeNews({ cards }: { cards: CardList['items'] }) {
  return (
    <>
      <CardNews cards={cards} />
      <QuestionNews />
      <DoubtfulNews />
    </>
  );
}
