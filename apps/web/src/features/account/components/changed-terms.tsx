import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { useSessionUser } from '../../../passenger/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useGiveConsent } from '../api/give-consent.ts';
import { TermsLink } from './terms-link.tsx';

/** Asks for consent if the terms have changed since the passenger agreed (REG-03). Everything else works meanwhile. */
export function ChangedTerms() {
  const user = useSessionUser();
  if (!user?.consent_due) return null;
  return (
    <Permitted to="account-edit.consent">
      <Question />
    </Permitted>
  );
}

function Question() {
  const t = useT();
  const consent = useGiveConsent();
  const run = useOneAtATime();
  const agree = async (): Promise<void> => {
    try {
      await consent.mutateAsync();
      notifyChange((now) => now('account.termsDone'));
    } catch (error) {
      handleError(error, {}, (now) => now('account.termsFailed'));
    }
  };
  return (
    <Alert type="info" isStanding title={t('account.termsTitle')}>
      <Stack gap={3} isStart>
        <p>{t('account.termsText')}</p>
        <TermsLink />
        <Button isBusy={consent.isPending} onClick={() => void run(agree)}>
          {t('account.termsAgree')}
        </Button>
      </Stack>
    </Alert>
  );
}
