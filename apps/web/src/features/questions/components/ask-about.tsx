import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { loadQuestionTexts, useLocale, useT } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { paymentQuery } from '../../../passenger/payment-query.ts';
import { isAllowed, usePermission } from '../../../passenger/permissions.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { OpeningButton } from '../../../ui/opening-button.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { questionsQuery } from '../api/list-questions.ts';
import { questionAbout, type Subject } from '../subject.ts';
import { QuestionLink } from './question-link.tsx';

const loadDialog = async () => {
  const [{ AskDialog: dialog }] = await Promise.all([import('./ask-dialog.tsx'), loadQuestionTexts()]);
  return dialog;
};
const AskDialog = lazyPart(loadDialog);

type Props = {
  subject: Subject;
  /** Stands here if the portal takes no questions from this passenger. */
  otherwise?: ReactNode;
};

/** Leads to what the passenger has asked about a trip or a payment, and offers to ask. One question is open at a time. */
export function AskAbout({ subject, otherwise }: Props) {
  const { questions } = usePortalConfig();
  const mayAsk = usePermission(`card-${subject.kind}s-history-table.ask`);
  if (questions === undefined) return otherwise;
  return <Offered subject={subject}>{mayAsk ? <AskButton subject={subject} /> : otherwise}</Offered>;
}

function Offered({ subject, children }: { subject: Subject; children: ReactNode }) {
  const t = useT();
  const { data } = useQuery(questionsQuery);
  const asked = questionAbout(subject, data?.items ?? []);
  return (
    <>
      {asked && (
        <QuestionLink number={asked.number}>
          <Unbroken words={t(`asked.row_${asked.state}`, asked)} part={asked.number} />
        </QuestionLink>
      )}
      {children}
    </>
  );
}

/** So long a dialog waits for what it may say besides. */
const patienceMs = 2000;

/** Reads the payment of a trip that is asked about: only it knows what a bank has given back. The question waits for it a moment only. */
function useReadPayment(subject: Subject): () => Promise<PaymentDetail | undefined> {
  const queries = useQueryClient();
  const language = useLocale();
  return async () => {
    const payment = subject.kind === 'trip' ? subject.trip.payment : null;
    if (payment === null || !isAllowed('card-payments-history-table')) return undefined;
    const query = paymentQuery(subject.cardId, payment.id, language, payment.openedAt);
    return await loadInTime(() => queries.fetchQuery({ ...query, retry: false }), patienceMs).catch(() => undefined);
  };
}

function AskButton({ subject }: { subject: Subject }) {
  const t = useT();
  const readPayment = useReadPayment(subject);
  const [paymentOfTrip, setPaymentOfTrip] = useState<PaymentDetail>();
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(questionsQuery);
  const isWaiting = questionAbout(subject, data?.items ?? [])?.state === 'open';
  const load = async (): Promise<void> => {
    const [payment] = await Promise.all([readPayment(), loadDialog()]);
    setPaymentOfTrip(payment);
  };
  const handleOpen = (): void => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      {!isWaiting && (
        <OpeningButton variant="secondary" load={load} onOpen={handleOpen}>
          {t(`asked.about_${subject.kind}`)}
        </OpeningButton>
      )}
      {isAsked && (
        <Boundary>
          <Suspense>
            <AskDialog subject={subject} paymentOfTrip={paymentOfTrip} isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
