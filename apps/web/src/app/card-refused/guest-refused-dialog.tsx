import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useT } from '../../lib/i18n.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { areaClient } from '../area-client.ts';
import { RefusedDialog } from './refused-dialog.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Says how a guest finds an unpaid fare, which the form of the page does, and what the readers' messages mean. */
export function GuestRefusedDialog({ isOpen, onClose }: Props) {
  const t = useT();
  // The dialog closes first: it gives the focus back.
  const goToSearch = (): void => {
    flushSync(onClose);
    document.querySelector<HTMLElement>('main input[name=srid]')?.focus();
  };
  return (
    <QueryClientProvider client={areaClient()}>
      <RefusedDialog isOpen={isOpen} onClose={onClose}>
        <Alert type="info" isStanding title={t('readers.guestTitle')}>
          <Stack gap={3} isStart>
            <p>{t('readers.guestText')}</p>
            <Button onClick={goToSearch}>{t('readers.toSearch')}</Button>
          </Stack>
        </Alert>
      </RefusedDialog>
    </QueryClientProvider>
  );
}
