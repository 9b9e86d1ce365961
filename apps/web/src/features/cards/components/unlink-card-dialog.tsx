import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { errorText, handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notify, notifyChange } from '../../../lib/notices.ts';
import { owedWith } from '../../../passenger/owed-with.ts';
import { usePermission } from '../../../passenger/permissions.ts';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { cardClaimsQuery } from '../api/card-claims.ts';
import { useUnlinkCard } from '../api/unlink-card.ts';
import { cardStateOf } from '../card-state.ts';
import { useMayLinkCard } from '../may-link-card.ts';

type Props = {
  card: Card;
  isLast: boolean;
  isOpen: boolean;
  onClose: () => void;
  onUnlinked: () => void;
};

/**
 * Asks before unlinking. Says whether readers still accept the card, what becomes of an unpaid fare, and where the card goes if another
 * person claims it. The last card stays: the dialog then says what to do instead (CARD-09).
 */
export function UnlinkCardDialog({ card, isLast, isOpen, onClose, onUnlinked }: Props) {
  const t = useT();
  const unlink = useUnlinkCard(card.id);
  const mayAdd = useMayLinkCard();
  const mayClose = useMayClose();
  const { data: claims } = useQuery(cardClaimsQuery);
  const isClaimed = claims?.claimed.some(({ state, cardId }) => state === 'open' && cardId === card.id);
  const handleConfirm = async (): Promise<void> => {
    const title = (now: typeof t): string => now('cards.unlinkFailed');
    try {
      await unlink.mutateAsync();
    } catch (error) {
      // Another tab was faster: this is now the last card, so the dialog says what to do instead.
      const content = mayClose ? errorText(error) : (now: typeof t) => now('cards.unlinkLastAsk');
      handleError(error, { card_last_cannot_be_unlinked: () => notify({ type: 'warning', title, content }) }, title);
      return;
    }
    notifyChange((now) => now('cards.unlinkDone', { card: card.name }));
    // At once, and not with the screen: a notice that moves from the dialog to the page is read out twice.
    onClose();
    onUnlinked();
  };
  if (isLast) return <LastCard card={card} isOpen={isOpen} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('cards.unlinkTitle', { card: card.name })}
      confirmLabel={t('cards.unlink')}
      variant="danger"
      isOpen={isOpen}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{isClaimed ? t('claims.unlinkText') : t('cards.unlinkText')}</p>
      {!isClaimed && cardStateOf(card) === 'ready' && <p>{t('cards.unlinkAccepted')}</p>}
      {owedWith(card) && <p>{t('cards.unlinkOwed')}</p>}
      {!isClaimed && mayAdd && <p>{t('cards.unlinkAgain')}</p>}
    </ConfirmDialog>
  );
}

/** Whether the portal offers this passenger to delete the account, which is the only way out for the last card. */
function useMayClose(): boolean {
  const mayOpenAccount = usePermission('account-edit');
  return usePermission('account-edit.close') && mayOpenAccount;
}

function LastCard({ card, isOpen, onClose }: Pick<Props, 'card' | 'isOpen' | 'onClose'>) {
  const t = useT();
  const mayClose = useMayClose();
  const mayAdd = useMayLinkCard();
  const wayOut = mayAdd ? 'cards.unlinkLastText' : 'cards.unlinkLastLeave';
  const actions = (
    <>
      {mayClose && (
        <Link to={pathOf('account-edit')} className={buttonClass('secondary')}>
          {t('cards.toAccount')}
        </Link>
      )}
      {mayAdd && (
        <Link to={pathOf('card-add')} className={buttonClass('primary')}>
          {t('cards.addAnother')}
        </Link>
      )}
    </>
  );
  return (
    <Dialog title={t('cards.unlinkLastTitle', { card: card.name })} isOpen={isOpen} onClose={onClose} actions={actions}>
      <p>
        {t(mayClose ? wayOut : 'cards.unlinkLastAsk')} {!mayClose && <WhomToAsk />}
      </p>
    </Dialog>
  );
}
