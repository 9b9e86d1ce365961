import type { Card } from '@tapfolio/contracts/cards.ts';
import { RenameCardDialog } from './rename-card-dialog.tsx';
import { UnlinkCardDialog } from './unlink-card-dialog.tsx';

/** The actions on a card that have a dialog. */
export type CardAct = 'rename' | 'unlink';

type Props = { card: Card; isLast: boolean; asked: CardAct | undefined; onClose: () => void; onUnlinked: () => void };

/** The dialogs of a card. */
export function CardDialogs({ card, isLast, asked, onClose, onUnlinked }: Props) {
  return (
    <>
      <RenameCardDialog card={card} isOpen={asked === 'rename'} onClose={onClose} />
      <UnlinkCardDialog
        card={card}
        isLast={isLast}
        isOpen={asked === 'unlink'}
        onClose={onClose}
        onUnlinked={onUnlinked}
      />
    </>
  );
}
