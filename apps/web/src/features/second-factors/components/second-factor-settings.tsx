import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../../lib/api-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { secondFactorsQuery } from '../api/list-second-factors.ts';
import { shownLines } from '../shown-lines.ts';
import { useStepUp } from '../use-step-up.ts';
import { MailCodeSetting } from './mail-code-setting.tsx';
import { Passkeys } from './passkeys.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import style from './second-factors.module.css';

/** What opens the account besides the password, and what to do if a device is lost. */
export function SecondFactorSettings() {
  const query = useQuery(secondFactorsQuery);
  return (
    <Loaded query={query} lines={shownLines}>
      {(factors) => <Factors factors={factors} />}
    </Loaded>
  );
}

function Factors({ factors: { passkeys, mailCode } }: { factors: Output<'getSecondFactors'> }) {
  const t = useT();
  const stepUp = useStepUp();
  return (
    <>
      <Passkeys passkeys={passkeys} stepUp={stepUp} />
      <MailCodeSetting isOn={mailCode} stepUp={stepUp} />
      <Stack as="section" gap={3} className={style.part}>
        <h3>{t('account.recoveryHeading')}</h3>
        <p>{t('account.recoveryText')}</p>
      </Stack>
      <ProofDialog stepUp={stepUp} hasPasskeys={passkeys.length > 0} />
    </>
  );
}
