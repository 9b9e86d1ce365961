import { useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useIsWritten } from '../../lib/hydration.ts';
import { useT } from '../../lib/i18n.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { cardRefusedHash } from '../../passenger/card-refused-hash.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { OpeningButton } from '../../ui/opening-button.tsx';

// Loaded by the first press: a guest comes for a receipt.
const loadDialog = async () => (await import('./guest-refused-dialog.tsx')).GuestRefusedDialog;
const GuestRefusedDialog = lazyPart(loadDialog);

/** "Card refused?" without an account: what the readers' messages mean, and how to find an unpaid fare. A link of the sign-in page opens it. */
export function GuestRefused() {
  const t = useT();
  const [chosen, setOpen] = useState<boolean>();
  const isAskedFor = useLocation({ select: ({ hash }) => hash === cardRefusedHash });
  // The server writes no dialog: it knows no end of an address.
  const isWritten = useIsWritten();
  const isOpen = chosen ?? (isAskedFor && !isWritten ? true : undefined);
  return (
    <>
      <OpeningButton load={loadDialog} onOpen={() => setOpen(true)}>
        {t('readers.open')}
      </OpeningButton>
      {isOpen !== undefined && (
        <Boundary>
          <Suspense>
            <GuestRefusedDialog isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
