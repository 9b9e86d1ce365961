import type { Card } from '@tapfolio/contracts/cards.ts';
import { schemeName } from '@tapfolio/domain/scheme-name.ts';
import { type ReactNode, useId } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { CardNumber } from '../../../passenger/card-number.tsx';
import { CardIcon, PhoneIcon, WatchIcon } from '../../../ui/area-icons.tsx';
import { classes } from '../../../ui/classes.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { cardStateOf } from '../card-state.ts';
import { CardStateText } from './card-state-text.tsx';
import style from './card-tile.module.css';

const mediumIcons: Readonly<Partial<Record<Card['mediumType'], typeof CardIcon>>> = {
  phone: PhoneIcon,
  watch: WatchIcon,
};

/** Properties of a link that covers its tile and is described by the state of the card. */
export type TileLink = { className: string | undefined; 'aria-describedby': string };

type Props = {
  card: Card;
  /** Makes the whole tile a link: the name, as a link with these properties. */
  link?: (props: TileLink) => ReactNode;
};

/** A card that looks like a bank card, with its state under it. */
export function CardTile({ card, link }: Props) {
  const t = useT();
  const Icon = mediumIcons[card.mediumType] ?? CardIcon;
  const kind = t(`common.mediumType.${card.mediumType}`);
  const state = cardStateOf(card);
  const stateId = useId();
  return (
    <div className={classes(style.tile, style[state])}>
      <div className={style.face}>
        <div className={style.head}>
          <div>
            {link ? (
              link({ className: style.link, 'aria-describedby': stateId })
            ) : (
              <span className={style.name}>{card.name}</span>
            )}
            {/* The drawing itself says "plastic" to those who see it; anything else is named. */}
            {card.mediumType === 'plastic' ? <VisuallyHidden>{kind}</VisuallyHidden> : <p>{kind}</p>}
          </div>
          <Icon className={style.icon} />
        </div>
        <p className={style.foot}>
          <span>{card.scheme && schemeName(card.scheme)}</span>
          {card.lastFour && <CardNumber lastFour={card.lastFour} />}
        </p>
      </div>
      <p id={stateId} className={style.state}>
        <CardStateText card={card} />
      </p>
    </div>
  );
}
