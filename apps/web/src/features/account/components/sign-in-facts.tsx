import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Facts } from '../../../ui/facts.tsx';

/** When the account was used last, and how many sign-ins failed (AUTH-06). */
export function SignInFacts({ user }: { user: UserSettings }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const written = (instant: string | null): string =>
    instant ? formats.dateTime(instant, timeZone) : t('account.never');
  return (
    <Facts
      facts={[
        { label: t('account.lastCorrect'), value: written(user.last_correct_login_date) },
        { label: t('account.lastIncorrect'), value: written(user.last_incorrect_login_date) },
        { label: t('account.lastLogout'), value: written(user.last_logout_date) },
        { label: t('account.correctCount'), value: user.correct_login_count },
        { label: t('account.incorrectCount'), value: user.incorrect_login_count },
      ]}
    />
  );
}
