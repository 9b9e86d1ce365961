import { Link, useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '../../features/session/api/sign-out.ts';
import { showPendingNotice } from '../../features/session/end-session.ts';
import { ApiError } from '../../lib/api-error.ts';
import { handleError, report } from '../../lib/errors.ts';
import { useT } from '../../lib/i18n.ts';
import { durations, notify } from '../../lib/notices.ts';
import { forgetFarewell, keptFarewell } from '../../passenger/farewell.ts';
import { sessionUser, useSessionUser } from '../../passenger/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Screen } from '../../ui/screen.tsx';

async function leave(goToLogin: () => Promise<void>): Promise<void> {
  try {
    const next = await signOut();
    if (next !== undefined) return location.assign(next);
    notify({ type: 'success', title: (t) => t('nav.logoutTitle'), uniqId: 'session' });
  } catch (error) {
    // This device has forgotten the passenger all the same, so there is nothing to try again.
    if (!(error instanceof ApiError)) report(error);
    notify({
      type: 'warning',
      title: (t) => t('nav.signedOutHereTitle'),
      content: (t) => t('nav.signedOutHereText'),
      duration: durations.idleExceeded,
      uniqId: 'session',
    });
  }
  return goToLogin();
}

/** Ends the session, then goes to sign-in or to the address that the identity provider names (SES-02). */
export function LogoutScreen() {
  const t = useT();
  const navigate = useNavigate();
  const user = useSessionUser();
  const isUnderWay = useRef(false);
  const [farewell] = useState(keptFarewell);
  useEffect(forgetFarewell, []);
  useEffect(showPendingNotice, []);
  useEffect(() => {
    if (!sessionUser() || isUnderWay.current) return;
    isUnderWay.current = true;
    leave(() => navigate({ to: pathOf('login'), replace: true })).catch((error: unknown) => handleError(error));
  }, [navigate]);
  if (user) return <Screen title={t('nav.loggingOut')} />;
  return (
    <Screen title={farewell?.title ?? t('nav.logoutTitle')} intro={farewell?.text ?? t('nav.logoutText')}>
      <p>
        <Link to={pathOf('login')} className={buttonClass('primary')}>
          {t('nav.login')}
        </Link>
      </p>
    </Screen>
  );
}
