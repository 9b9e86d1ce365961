import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import type { Proof } from './find-receipts.ts';

export function downloadPublicReceipt(proof: Proof, language: Locale): Promise<Blob> {
  return call('downloadPublicReceipt', { body: { ...proof, language } });
}
