import style from './login.module.css';
import { OpenPaymentInfo } from './open-payment-info.tsx';
import { SignInPanel } from './sign-in-panel.tsx';

/** The form first, also for the keyboard; on a wide page the explanation stands before it. */
export function LoginColumns({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  return (
    <div className={style.columns}>
      <SignInPanel onSignedIn={onSignedIn} />
      <OpenPaymentInfo />
    </div>
  );
}
