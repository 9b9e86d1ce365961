import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import type { Tone } from '../../ui/tone.ts';

export const paymentTones: Record<PaymentStatus, Tone> = {
  open: 'info',
  none: 'info',
  pending: 'info',
  accepted: 'success',
  payment_error: 'danger',
  application_error: 'warning',
  corrupted: 'danger',
  lost: 'warning',
  card_dead: 'warning',
};
