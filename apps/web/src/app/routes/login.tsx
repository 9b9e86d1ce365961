import { useRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LoginColumns } from '../../features/sign-in/components/login-columns.tsx';
import { PasskeySignIn } from '../../features/sign-in/components/passkey-sign-in.tsx';
import { usePasskeyAutofill } from '../../features/sign-in/use-passkey-autofill.ts';
import { keepLinkToken, takenToken } from '../../passenger/link-token.ts';
import { useCanUsePasskeys } from '../../passenger/passkey-support.ts';
import { sessionUser } from '../../passenger/session.ts';
import { forgetAskedCode, keptAskedCode, noteChangeDue } from '../../passenger/sign-in-hand-over.ts';
import { takeWishedPage } from '../../passenger/wished-page.ts';
import { Page } from '../../ui/screen.tsx';

/** Few need it, so that it comes only then. */
const CodeStep = lazy(async () => {
  const { CodeStep: component } = await import('../../features/sign-in/components/code-step.tsx');
  return { default: component };
});

export function LoginScreen() {
  const router = useRouter();
  const canUsePasskeys = useCanUsePasskeys();
  const [isAsking, setAsking] = useState(false);
  const [asked, setAsked] = useState(keptAskedCode);
  useEffect(forgetAskedCode, []);
  const [email, setEmail] = useState<string>();
  const handleSignedIn = async (): Promise<void> => {
    const path = takeWishedPage(sessionUser()?.email);
    // The remembered address is one of this site's own, in whatever language it was asked for.
    if (path) router.history.replace(path);
    else await router.navigate({ to: pathOf('passenger-area'), replace: true });
  };
  usePasskeyAutofill(canUsePasskeys && !isAsking && !asked, handleSignedIn);
  const handleChangeFirst = (token: string): void => {
    noteChangeDue();
    keepLinkToken('change-password', token);
    void router.navigate({ to: pathOf('change-password'), params: { token: takenToken } });
  };
  const handleBack = (): void => {
    setEmail(asked?.email);
    setAsked(undefined);
  };
  return (
    <Page>
      <LoginColumns
        email={email}
        passkey={canUsePasskeys && <PasskeySignIn onAsking={setAsking} onSignedIn={handleSignedIn} />}
        nextStep={
          asked && (
            <Suspense>
              <CodeStep
                asked={asked}
                onSignedIn={handleSignedIn}
                onChangeFirst={handleChangeFirst}
                onBack={handleBack}
              />
            </Suspense>
          )
        }
        onSignedIn={handleSignedIn}
        onCodeAsked={setAsked}
        onChangeFirst={handleChangeFirst}
      />
    </Page>
  );
}
