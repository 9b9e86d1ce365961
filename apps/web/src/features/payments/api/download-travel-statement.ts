import type { StatementQuery } from '@tapfolio/contracts/travel-statement.ts';
import { call } from '../../../lib/api-client.ts';

export function downloadTravelStatement(query: StatementQuery): Promise<Blob> {
  return call('downloadTravelStatement', { query });
}
