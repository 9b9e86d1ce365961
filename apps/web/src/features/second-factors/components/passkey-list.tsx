import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { KeyIcon } from '../../../ui/icons.tsx';
import { Quiet, Row, RowList } from '../../../ui/layout.tsx';
import style from './second-factors.module.css';

type Props = { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void };

export function PasskeyList({ passkeys, onRemove }: Props) {
  const t = useT();
  if (passkeys.length === 0) {
    return (
      <Row>
        <KeyIcon />
        <div className={style.facts}>
          <Heading className={style.name}>{t('account.passkeysNone')}</Heading>
          <Quiet>{t('account.passkeysNoneText')}</Quiet>
        </div>
      </Row>
    );
  }
  return (
    <RowList>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <Row isApart>
            <PasskeyFacts passkey={passkey} />
            <Button aria-label={t('account.passkeyRemoveOf', { name: passkey.name })} onClick={() => onRemove(passkey)}>
              {t('account.passkeyRemove')}
            </Button>
          </Row>
        </li>
      ))}
    </RowList>
  );
}

function PasskeyFacts({ passkey: { name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const used = lastUsedAt
    ? t('account.passkeyUsedAt', { time: formats.dateTime(lastUsedAt, timeZone) })
    : t('account.passkeyUnused');
  return (
    <div className={style.facts}>
      <p className={style.name}>{name}</p>
      <Quiet>{t('account.passkeyAddedAt', { date: formats.date(createdAt, timeZone) })}</Quiet>
      <Quiet>{used}</Quiet>
    </div>
  );
}
