import type { ReactNode } from 'react';
import { Panel } from '../../../ui/panel.tsx';
import style from './login.module.css';
import { OpenPaymentInfo } from './open-payment-info.tsx';
import { ReceiptDoor } from './receipt-door.tsx';
import { SignInPanel, type SignInProps } from './sign-in-panel.tsx';

type Props = SignInProps & {
  /** What stands in place of the form once the password was right but is not enough. */
  nextStep: ReactNode | undefined;
};

/** On a phone the way to a receipt and the form come first; on a wide page the explanation stands beside them. */
export function LoginColumns({ nextStep, ...signIn }: Props) {
  return (
    <div className={style.columns}>
      <ReceiptDoor />
      {nextStep ? <Panel className={style.form}>{nextStep}</Panel> : <SignInPanel {...signIn} />}
      <OpenPaymentInfo />
    </div>
  );
}
