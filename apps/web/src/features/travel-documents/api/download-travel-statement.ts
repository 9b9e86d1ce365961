import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import { call } from '../../../lib/api-client.ts';

export function downloadTravelStatement(query: DocumentQuery): Promise<Blob> {
  return call('downloadTravelStatement', { query });
}
