import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useSetMailCode } from '../api/set-mail-code.ts';
import type { StepUp } from '../use-step-up.ts';
import style from './second-factors.module.css';

/** Whether sign-in asks for a code sent by mail after the password, in words, with a button that names the change. */
export function MailCodeSetting({ isOn, stepUp }: { isOn: boolean; stepUp: StepUp }) {
  const t = useT();
  const change = useSetMailCode();
  const act = async (): Promise<void> => {
    await change.mutateAsync(!isOn);
    notifyChange((now) => now(isOn ? 'account.mailCodeTurnedOff' : 'account.mailCodeTurnedOn'));
  };
  const onFailure = (error: unknown): void => {
    handleError(error, {}, (now) => now('account.mailCodeFailed'));
  };
  return (
    <Stack as="section" gap={3} className={style.part}>
      <h3 className={style.state}>
        {t('account.mailCodeHeading')}
        <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'account.mailCodeOn' : 'account.mailCodeOff')}</Badge>
      </h3>
      <p>{t('account.mailCodeText')}</p>
      <div>
        <Button isBusy={change.isPending} onClick={() => void stepUp.run({ act, onFailure })}>
          {t(isOn ? 'account.mailCodeTurnOff' : 'account.mailCodeTurnOn')}
        </Button>
      </div>
    </Stack>
  );
}
