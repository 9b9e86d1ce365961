import type { Card } from '@tapfolio/contracts/cards.ts';
import { Suspense, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { PencilIcon, TrashIcon } from '../../../ui/area-icons.tsx';
import { Boundary } from '../../../ui/boundary.tsx';
import { Row } from '../../../ui/layout.tsx';
import { OpeningButton } from '../../../ui/opening-button.tsx';
import type { CardAct } from './card-dialogs.tsx';

// Loaded after the screen shows, usually before the first press.
const loadDialogs = async () => (await import('./card-dialogs.tsx')).CardDialogs;
const CardDialogs = lazyPart(loadDialogs);

type Props = { card: Card; isLast: boolean; onUnlinked: () => void };

export function CardActions({ card, isLast, onUnlinked }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<CardAct>();
  const handleClose = (): void => setAsked(undefined);
  return (
    <Row>
      <Permitted to="card.rename">
        <OpeningButton load={loadDialogs} onOpen={() => setAsked('rename')}>
          <PencilIcon />
          {t('common.rename')}
        </OpeningButton>
      </Permitted>
      <Permitted to="card.unlink">
        <OpeningButton load={loadDialogs} onOpen={() => setAsked('unlink')}>
          <TrashIcon />
          {t('cards.unlink')}
        </OpeningButton>
      </Permitted>
      <Boundary>
        <Suspense>
          <CardDialogs card={card} isLast={isLast} asked={asked} onClose={handleClose} onUnlinked={onUnlinked} />
        </Suspense>
      </Boundary>
    </Row>
  );
}
