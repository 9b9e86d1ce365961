import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { Bullets } from '../../../ui/layout.tsx';
import { knownAbout } from '../known.ts';
import type { Subject } from '../subject.ts';
import style from './questions.module.css';

type Props = {
  subject: Subject;
  /** The payment of the trip that is asked about, if it could be read. */
  paymentOfTrip?: PaymentDetail | undefined;
  /** Closes the dialog, because the passenger reads on elsewhere. */
  onLeave: () => void;
};

/** What the details tell already, before the form: it answers most questions. Nothing if nothing is known. */
export function WhatIsKnown({ subject, paymentOfTrip, onLeave }: Props) {
  const t = useT();
  const headingId = useId();
  const lines = knownAbout(subject, t, useFormats(), paymentOfTrip);
  const start = useRef<HTMLElement>(null);
  useEffect(() => {
    // A dialog gives the focus to its first field: who listens to the page would not hear what stands above it.
    start.current?.focus();
  }, []);
  if (lines.length === 0) return null;
  return (
    <section ref={start} tabIndex={-1} aria-labelledby={headingId} className={style.known}>
      <h3 id={headingId}>{t('questions.knownHeading')}</h3>
      <Bullets>
        {lines.map(({ id, text, isExplained }) => (
          <li key={id}>
            {text} {isExplained && <Why subject={subject} onLeave={onLeave} />}
          </li>
        ))}
      </Bullets>
    </section>
  );
}

/** Leads to “Why this amount?”, which stands in the details of a payment. */
function Why({ subject, onLeave }: Omit<Props, 'paymentOfTrip'>) {
  const t = useT();
  if (subject.kind === 'trip')
    return (
      subject.trip.payment && (
        <PaymentLink cardId={subject.cardId} payment={subject.trip.payment}>
          {t('payments.whyHeading')}
        </PaymentLink>
      )
    );
  const { whyId } = subject;
  const handleClick = (event: MouseEvent): void => {
    event.preventDefault();
    onLeave();
    // A closed dialog first gives the focus back to its button.
    requestAnimationFrame(() => document.getElementById(whyId)?.focus());
  };
  return (
    <a href={`#${whyId}`} onClick={handleClick}>
      {t('payments.whyHeading')}
    </a>
  );
}
