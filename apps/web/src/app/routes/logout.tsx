import { Link, useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { signOut, signOutAtServer } from '../../features/session/api/sign-out.ts';
import { showPendingNotice } from '../../features/session/end-session.ts';
import { ApiError } from '../../lib/api-error.ts';
import { handleError, report } from '../../lib/errors.ts';
import { useT } from '../../lib/i18n.ts';
import { durations, notify } from '../../lib/notices.ts';
import { forgetFarewell, keptFarewell } from '../../passenger/farewell.ts';
import { sessionUser, useSessionUser } from '../../passenger/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Screen } from '../../ui/screen.tsx';

function warnOfOpenSession(error: unknown): void {
  // This device knows nothing of the passenger any more, so there is nothing to try again.
  if (!(error instanceof ApiError)) report(error);
  notify({
    type: 'warning',
    title: (t) => t('nav.signedOutHereTitle'),
    content: (t) => t('nav.signedOutHereText'),
    duration: durations.idleExceeded,
    uniqId: 'session',
  });
}

async function leave(goToLogin: () => Promise<void>): Promise<void> {
  try {
    const next = await signOut();
    if (next !== undefined) return location.assign(next);
    notify({ type: 'success', title: (t) => t('nav.logoutTitle'), uniqId: 'session' });
  } catch (error) {
    warnOfOpenSession(error);
  }
  return goToLogin();
}

/** A browser that stores nothing, or could not reach the server at the sign-out, still has the cookie of a session. */
async function leaveUnknown(): Promise<void> {
  try {
    const next = await signOutAtServer();
    if (next !== undefined) location.assign(next);
  } catch (error) {
    warnOfOpenSession(error);
  }
}

/** Ends the session, then goes to sign-in or to the address that the identity provider names (SES-02). */
export function LogoutScreen() {
  const t = useT();
  const navigate = useNavigate();
  const user = useSessionUser();
  const isUnderWay = useRef(false);
  const [farewell] = useState(keptFarewell);
  const [wasSignedOut, setWasSignedOut] = useState(false);
  useEffect(forgetFarewell, []);
  useEffect(showPendingNotice, []);
  useEffect(() => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    if (sessionUser()) {
      leave(() => navigate({ to: pathOf('login'), replace: true })).catch((error: unknown) => handleError(error));
      return;
    }
    const done = farewell ? Promise.resolve() : leaveUnknown();
    void done.then(() => setWasSignedOut(true));
  }, [navigate, farewell]);
  // Somebody may sign in in another tab while this page is open.
  if (user && !wasSignedOut) return <Screen title={t('nav.loggingOut')} />;
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
