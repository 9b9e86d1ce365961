import type { PaymentStatus as Status } from '@tapfolio/domain/states.ts';
import { useT } from '../../../lib/i18n.ts';
import { StatusText } from '../../../ui/status-text.tsx';
import { paymentTones } from '../payment-tones.ts';

export function PaymentStatus({ status }: { status: Status }) {
  const t = useT();
  return <StatusText tone={paymentTones[status]}>{t(`common.paymentStatus.${status}`)}</StatusText>;
}
