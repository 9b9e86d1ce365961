import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { otherPasskeyHost, useCanUsePasskeys } from '../../../passenger/passkey-support.ts';
import { PlusIcon } from '../../../ui/area-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { UnderHeading } from '../../../ui/heading.tsx';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import type { StepUp } from '../use-step-up.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import style from './second-factors.module.css';

type Open = { dialog: 'add' } | { dialog: 'remove'; passkey: Passkey } | { dialog: 'none'; hasRemoved: boolean };

/** The own passkeys, with buttons to add and remove one. */
export function Passkeys({ passkeys, stepUp }: { passkeys: readonly Passkey[]; stepUp: StepUp }) {
  const t = useT();
  const canUsePasskeys = useCanUsePasskeys();
  const host = otherPasskeyHost();
  const [open, setOpen] = useState<Open>({ dialog: 'none', hasRemoved: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const close = (hasRemoved = false): void => setOpen({ dialog: 'none', hasRemoved });
  useEffect(() => {
    // The button that opened the dialog disappeared with its passkey; the focus must not be lost.
    if (open.dialog === 'none' && open.hasRemoved) heading.current?.focus();
  }, [open]);
  return (
    <Stack as="section" gap={3} className={style.part}>
      <h3 ref={heading} tabIndex={-1}>
        {t('account.passkeysHeading')}
      </h3>
      <p>{t('account.passkeysText')}</p>
      <UnderHeading>
        <PasskeyList passkeys={passkeys} onRemove={(passkey) => setOpen({ dialog: 'remove', passkey })} />
      </UnderHeading>
      {canUsePasskeys ? (
        <div>
          <Button onClick={() => setOpen({ dialog: 'add' })}>
            <PlusIcon />
            {t('account.passkeyAdd')}
          </Button>
        </div>
      ) : (
        <Quiet>{host === undefined ? t('account.passkeyUnsupported') : t('account.passkeyElsewhere', { host })}</Quiet>
      )}
      <AddPasskeyDialog stepUp={stepUp} isOpen={open.dialog === 'add'} onClose={() => close()} />
      <RemovePasskeyDialog
        stepUp={stepUp}
        passkey={open.dialog === 'remove' ? open.passkey : undefined}
        onClose={() => close()}
        onRemoved={() => close(true)}
      />
    </Stack>
  );
}
