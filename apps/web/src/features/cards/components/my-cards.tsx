import type { Card } from '@tapfolio/contracts/cards.ts';
import { useT } from '../../../lib/i18n.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import { AddCardLink } from './add-card-link.tsx';
import { CardTiles } from './card-tiles.tsx';
import style from './my-cards.module.css';

/** The cards on the home screen, with the link to add one. */
export function MyCards({ cards }: { cards: readonly Card[] }) {
  const t = useT();
  return (
    <Stack as="section">
      <Row isApart className={style.head}>
        <h2>{t('home.cardsHeading')}</h2>
        <AddCardLink look="quiet" />
      </Row>
      <CardTiles cards={cards} />
    </Stack>
  );
}
