import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';

export function downloadReceipt(cardId: number, paymentId: string, language: Locale): Promise<Blob> {
  return call('downloadReceipt', { params: { cardId, paymentId }, query: { language } });
}
