import type { Card } from '@tapfolio/contracts/cards.ts';
import { Suspense, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { PencilIcon, TrashIcon } from '../../../ui/area-icons.tsx';
import { Boundary } from '../../../ui/boundary.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import type { CardAct } from './card-dialogs.tsx';

// Loaded after the screen shows, usually before the first press.
const CardDialogs = lazyPart(async () => (await import('./card-dialogs.tsx')).CardDialogs);

type Props = { card: Card; isLast: boolean; onUnlinked: () => void };

export function CardActions({ card, isLast, onUnlinked }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<CardAct>();
  const handleClose = (): void => setAsked(undefined);
  return (
    <Row>
      <Permitted to="card.rename">
        <Button onClick={() => setAsked('rename')}>
          <PencilIcon />
          {t('common.rename')}
        </Button>
      </Permitted>
      <Permitted to="card.unlink">
        <Button onClick={() => setAsked('unlink')}>
          <TrashIcon />
          {t('cards.unlink')}
        </Button>
      </Permitted>
      <Boundary>
        <Suspense>
          <CardDialogs card={card} isLast={isLast} asked={asked} onClose={handleClose} onUnlinked={onUnlinked} />
        </Suspense>
      </Boundary>
    </Row>
  );
}
