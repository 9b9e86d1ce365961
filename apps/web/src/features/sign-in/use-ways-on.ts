import { useRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { loadInTime } from '../../lib/load-in-time.ts';
import { useStillHere } from '../../lib/use-still-here.ts';
import { keepLinkToken, takenToken } from '../../passenger/link-token.ts';
import { sessionUser } from '../../passenger/session.ts';
import { keepAskedCode } from '../../passenger/sign-in-hand-over.ts';
import { takeWishedPage } from '../../passenger/wished-page.ts';
import { nextStepOf } from './next-step.ts';

type Credentials = { email: string; password: string };

export type WaysOn = {
  /** Signed in: to the requested page, or else home. */
  goOn: () => Promise<void>;
  /** The password was right and must be changed first, with this token. */
  changeFirst: (token: string) => Promise<void>;
  /**
   * Signs in with a password that has just been chosen or confirmed, and goes to the next screen. The link of a mail alone does not open the account.
   * Returns `false`, and leads to no screen, if the sign-in is refused.
   */
  enter: (credentials: Credentials) => Promise<boolean>;
};

/** The next screen after each kind of sign-in. A passenger who has left the screen meanwhile is signed in too, and stays on the other screen. */
export function useWaysOn(): WaysOn {
  const router = useRouter();
  const isStillHere = useStillHere();
  const goOn = async (): Promise<void> => {
    // Removed also if the passenger has left the screen: the next sign-in must not lead to an old page.
    const path = takeWishedPage(sessionUser()?.email);
    // A signed-in passenger cannot stay on the sign-in screen.
    if (!isStillHere() && router.latestLocation.pathname !== pathOf('login')) return;
    // The remembered address belongs to this site; it may be in any language.
    if (path) router.history.replace(path);
    else await router.navigate({ to: pathOf('passenger-area'), replace: true });
  };
  const changeFirst = async (token: string): Promise<void> => {
    if (!isStillHere()) return;
    keepLinkToken('change-password', token);
    await router.navigate({
      to: pathOf('change-password'),
      params: { token: takenToken },
      state: { isForSignIn: true },
    });
  };
  const enter = async (credentials: Credentials): Promise<boolean> => {
    try {
      const { signIn } = await loadInTime(() => import('./api/sign-in.ts'));
      await signIn(credentials);
    } catch (error) {
      const step = nextStepOf(error);
      if (step?.is !== 'code') return false;
      if (!isStillHere()) return true;
      keepAskedCode({ ticket: step.ticket, email: credentials.email });
      await router.navigate({ to: pathOf('login'), replace: true });
      return true;
    }
    await goOn();
    return true;
  };
  return { goOn, changeFirst, enter };
}
