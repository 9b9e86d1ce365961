import { useMutation } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';

type Wanted = { cardId: number; paymentId: string; language: Locale };

export function useDownloadReceipt() {
  return useMutation({
    mutationFn: ({ cardId, paymentId, language }: Wanted) =>
      call('downloadReceipt', { params: { cardId, paymentId }, query: { language } }),
  });
}
