import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { useT } from '../../../lib/i18n.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import type { Subject } from '../subject.ts';
import { AskForm } from './ask-form.tsx';
import { WhatIsKnown } from './what-is-known.tsx';

type Props = {
  subject: Subject;
  /** The payment of the trip that is asked about, if it could be read. */
  paymentOfTrip: PaymentDetail | undefined;
  isOpen: boolean;
  onClose: () => void;
};

/** Says what is known about a trip or a payment, and takes a question about it. What was typed stays when it is closed. */
export function AskDialog({ subject, paymentOfTrip, isOpen, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t(`asked.about_${subject.kind}`)} isOpen={isOpen} onClose={onClose}>
      <Stack gap={5}>
        <WhatIsKnown subject={subject} paymentOfTrip={paymentOfTrip} onLeave={onClose} />
        <AskForm subject={subject} onDone={onClose} />
      </Stack>
    </Dialog>
  );
}
