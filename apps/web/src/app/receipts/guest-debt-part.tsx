import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { GuestDebt } from '../../features/debts/components/guest-debt.tsx';
import { areaClient } from '../area-client.ts';
import { OfflineNote } from '../frame/offline-note.tsx';

/** An unpaid fare on a public page, which otherwise caches no answers of the server. */
export function GuestDebtPart(props: ComponentProps<typeof GuestDebt>) {
  return (
    <QueryClientProvider client={areaClient()}>
      <OfflineNote />
      <GuestDebt {...props} />
    </QueryClientProvider>
  );
}
