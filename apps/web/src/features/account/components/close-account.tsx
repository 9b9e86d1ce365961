import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Boundary } from '../../../ui/boundary.tsx';
import { Bullets } from '../../../ui/layout.tsx';
import { OpeningButton } from '../../../ui/opening-button.tsx';

// Loaded after the screen shows, usually before the first press.
const loadDialog = async () => (await import('./close-account-dialog.tsx')).CloseAccountDialog;
const CloseAccountDialog = lazyPart(loadDialog);

type Props = {
  hasPassword: boolean;
  /** What the deletion does not pay. */
  unpaid: ReactNode;
  onClosed: () => void;
};

/** What deleting the account removes and what it keeps, before the passenger decides (ACC-03). */
export function CloseAccount({ hasPassword, unpaid, onClosed }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3>{t('account.closeDeletes')}</h3>
      <Bullets>
        <li>{t('account.closeDeletesPerson')}</li>
        <li>{t('account.closeDeletesSignIn')}</li>
        <li>{t('account.closeDeletesCards')}</li>
        <li>{t('account.closeDeletesSessions')}</li>
      </Bullets>
      <h3>{t('account.closeKeeps')}</h3>
      <Bullets>
        <li>{t('account.closeKeepsTravel')}</li>
        <li>{t('account.closeKeepsConsent')}</li>
        <li>{t('account.closeKeepsRecord')}</li>
      </Bullets>
      {unpaid}
      <Permitted to="account-edit.export">
        <p>{t('account.closeExportFirst')}</p>
      </Permitted>
      <div>
        <OpeningButton load={loadDialog} onOpen={() => setOpen(true)}>
          {t('account.closeHeading')}
        </OpeningButton>
      </div>
      <Boundary>
        <Suspense>
          <CloseAccountDialog
            hasPassword={hasPassword}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onClosed={onClosed}
          />
        </Suspense>
      </Boundary>
    </>
  );
}
