import type { ReactNode } from 'react';
import { OpenPaymentInfo } from './open-payment-info.tsx';
import { ReceiptOffer } from './receipt-offer.tsx';
import style from './sign-in.module.css';

/** On a phone the link to a receipt and the form come first; on a wide page the explanation is beside them. */
export function SignInColumns({ children }: { children: ReactNode }) {
  return (
    <div className={style.columns}>
      <ReceiptOffer />
      {children}
      <OpenPaymentInfo />
    </div>
  );
}
