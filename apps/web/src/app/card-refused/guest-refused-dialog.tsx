import { flushSync } from 'react-dom';
import { GuestMessages } from '../../features/reader-messages/components/guest-messages.tsx';
import { useGuestMessages } from '../../features/reader-messages/use-guest-messages.ts';
import { useT } from '../../lib/i18n.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { RefusedDialog } from './refused-dialog.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Says how a guest finds an unpaid fare, which the form of the page does, and what the readers' messages mean. */
export function GuestRefusedDialog({ isOpen, onClose }: Props) {
  const t = useT();
  const asked = useGuestMessages(isOpen);
  // The dialog closes first: it gives the focus back.
  const goToSearch = (): void => {
    flushSync(onClose);
    document.querySelector<HTMLElement>('main input[name=srid]')?.focus();
  };
  return (
    <RefusedDialog isOpen={isOpen} onClose={onClose} messages={<GuestMessages asked={asked} />}>
      <Alert type="info" isStanding title={t('readers.guestTitle')}>
        <Stack gap={3} isStart>
          <p>{t('readers.guestText')}</p>
          <Button onClick={goToSearch}>{t('readers.toSearch')}</Button>
        </Stack>
      </Alert>
    </RefusedDialog>
  );
}
