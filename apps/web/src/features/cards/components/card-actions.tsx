import type { Card } from '@tapfolio/contracts/cards.ts';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { PencilIcon, TrashIcon } from '../../../ui/area-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { RenameCardDialog } from './rename-card-dialog.tsx';
import { UnlinkCardDialog } from './unlink-card-dialog.tsx';

type Props = { card: Card; isLast: boolean; onUnlinked: () => void };

export function CardActions({ card, isLast, onUnlinked }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<'rename' | 'unlink'>();
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
      <RenameCardDialog card={card} isOpen={asked === 'rename'} onClose={handleClose} />
      <UnlinkCardDialog
        card={card}
        isLast={isLast}
        isOpen={asked === 'unlink'}
        onClose={handleClose}
        onUnlinked={onUnlinked}
      />
    </Row>
  );
}
