import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';
import { useCanUsePasskeys } from '../../../passenger/passkey-support.ts';
import { onSessionElsewhere } from '../../../passenger/session.ts';
import { type AskedCode, forgetAskedCode, keptAskedCode } from '../../../passenger/sign-in-hand-over.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { usePasskeyAutofill } from '../use-passkey-autofill.ts';
import { useWaysOn } from '../use-ways-on.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import style from './sign-in.module.css';
import { SignInColumns } from './sign-in-columns.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPanel } from './sign-in-panel.tsx';

/** Few passengers need it, so it is loaded only then. */
const loadCodeStep = async () => (await import('./code-step.tsx')).CodeStep;
const CodeStep = lazyPart(loadCodeStep);

/** Every way to sign in: password, passkey, the operator's identity provider, and the code from a mail. */
export function SignInScreen() {
  const { goOn, changeFirst } = useWaysOn();
  const canUsePasskeys = useCanUsePasskeys();
  const [isPasskeyAsked, setPasskeyAsked] = useState(false);
  const [asked, setAsked] = useState(keptAskedCode);
  useEffect(forgetAskedCode, []);
  // A sign-in in another tab is one in this tab too.
  useEffect(() => onSessionElsewhere((user) => void (user && goOn())), [goOn]);
  const [email, setEmail] = useState<string>();
  // Until the next step can be shown, the form stays and says that the sign-in is under way.
  const handleCodeAsked = async (next: AskedCode): Promise<void> => {
    await loadInTime(loadCodeStep);
    setAsked(next);
  };
  usePasskeyAutofill(canUsePasskeys && !isPasskeyAsked && !asked, goOn);
  const handleBack = (): void => {
    setEmail(asked?.email);
    setAsked(undefined);
  };
  return (
    <SignInColumns>
      {asked ? (
        <Panel className={style.form}>
          <Boundary>
            <Suspense>
              <CodeStep asked={asked} onSignedIn={goOn} onChangeFirst={changeFirst} onBack={handleBack} />
            </Suspense>
          </Boundary>
        </Panel>
      ) : (
        <SignInPanel passkey={canUsePasskeys && <PasskeySignIn onAsking={setPasskeyAsked} onSignedIn={goOn} />}>
          <SignInForm email={email} onSignedIn={goOn} onCodeAsked={handleCodeAsked} onChangeFirst={changeFirst} />
        </SignInPanel>
      )}
    </SignInColumns>
  );
}
