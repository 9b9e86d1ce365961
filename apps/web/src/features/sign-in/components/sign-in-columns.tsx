import type { ReactNode } from 'react';
import { GuestOffer } from './guest-offer.tsx';
import { OpenPaymentInfo } from './open-payment-info.tsx';
import style from './sign-in.module.css';

/** On a phone what needs no account and the form come first; on a wide page the explanation is beside them. */
export function SignInColumns({ children }: { children: ReactNode }) {
  return (
    <div className={style.columns}>
      <GuestOffer />
      {children}
      <OpenPaymentInfo />
    </div>
  );
}
