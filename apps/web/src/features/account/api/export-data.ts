import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export function useExportData() {
  return useMutation({ mutationFn: () => call('exportData') });
}
