import { Link } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { usePermission } from '../../../passenger/permissions.ts';
import style from './card-tile.module.css';
import { CardTile, type TileLink } from './card-tile.tsx';

type Props = {
  cards: readonly Card[];
  /** The target of a tile. By default its card, if the passenger may open it. */
  link?: (card: Card, props: TileLink) => ReactNode;
};

const toCard: NonNullable<Props['link']> = (card, props) => (
  <Link to={pathOf('card')} search={{ id: card.id }} {...props}>
    {card.name}
  </Link>
);

export function CardTiles({ cards, link }: Props) {
  const mayOpen = usePermission('card');
  const linkOf = link ?? (mayOpen ? toCard : undefined);
  return (
    <ul className={style.tiles}>
      {cards.map((card) => (
        <li key={card.id} className={style.place}>
          <CardTile card={card} {...(linkOf && { link: (props) => linkOf(card, props) })} />
        </li>
      ))}
    </ul>
  );
}
