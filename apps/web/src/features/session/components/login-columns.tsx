import type { ReactNode } from 'react';
import { Panel } from '../../../ui/panel.tsx';
import style from './login.module.css';
import { OpenPaymentInfo } from './open-payment-info.tsx';
import { SignInPanel, type SignInProps } from './sign-in-panel.tsx';

type Props = SignInProps & {
  /** What stands in place of the form once the password was right but is not enough. */
  nextStep: ReactNode | undefined;
};

/** The form first, also for the keyboard; on a wide page the explanation stands before it. */
export function LoginColumns({ nextStep, ...signIn }: Props) {
  return (
    <div className={style.columns}>
      {nextStep ? <Panel className={style.form}>{nextStep}</Panel> : <SignInPanel {...signIn} />}
      <OpenPaymentInfo />
    </div>
  );
}
