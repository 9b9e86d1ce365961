import type { Card } from '@tapfolio/contracts/cards.ts';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { CardIcon, PhoneIcon, WatchIcon } from '../../../ui/icons.tsx';
import { CardNumber } from './card-number.tsx';
import { CardStateText } from './card-state-text.tsx';
import style from './card-tile.module.css';

const mediumIcons = { plastic: CardIcon, phone: PhoneIcon, watch: WatchIcon, unidentified: CardIcon } as const;

type Props = {
  card: Card;
  /** Makes the whole tile a link: the name, as a link with this class. */
  link?: (className: string | undefined) => ReactNode;
};

/** A card drawn as a card, with its state under it. */
export function CardTile({ card, link }: Props) {
  const t = useT();
  const Icon = mediumIcons[card.mediumType];
  return (
    <div className={style.tile}>
      <div className={style.face}>
        <div className={style.head}>
          {link ? link(style.link) : <span className={style.name}>{card.name}</span>}
          <Icon className={style.icon} />
        </div>
        <div className={style.foot}>
          <span>{card.scheme ?? t(`common.mediumType.${card.mediumType}`)}</span>
          <CardNumber lastFour={card.lastFour} />
        </div>
        {card.scheme && <p className={style.kind}>{t(`common.mediumType.${card.mediumType}`)}</p>}
      </div>
      <p className={style.state}>
        <CardStateText card={card} />
      </p>
    </div>
  );
}
