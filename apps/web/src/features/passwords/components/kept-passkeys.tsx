import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { keepFieldOf } from '../kept-passkey-ids.ts';
import style from './kept-passkeys.module.css';

/** Asks which passkeys belong to the owner. None is ticked, because a stranger's passkey would still open the account. */
export function KeptPasskeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  if (passkeys.length === 0) return null;
  const factsOf = ({ createdAt, lastUsedAt }: Passkey): string => {
    const date = formats.date(createdAt, timeZone);
    return lastUsedAt === null
      ? t('password.passkeyUnused', { date })
      : t('password.passkeyUsed', { date, time: formats.dateTime(lastUsedAt, timeZone) });
  };
  return (
    <fieldset className={style.passkeys}>
      <legend>{t('password.passkeysTitle')}</legend>
      <p>{t('password.passkeysText')}</p>
      {passkeys.map((passkey) => (
        <Checkbox key={passkey.id} name={keepFieldOf(passkey.id)} label={passkey.name} help={factsOf(passkey)} />
      ))}
    </fieldset>
  );
}
