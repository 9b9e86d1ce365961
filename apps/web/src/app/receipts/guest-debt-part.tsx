import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { GuestDebt } from '../../features/debts/components/guest-debt.tsx';
import { areaClient } from '../area-client.ts';
import { OfflineNote } from '../frame/offline-note.tsx';

/** An unpaid fare on a public page, which keeps no answers of the server otherwise. */
export function GuestDebtPart(props: ComponentProps<typeof GuestDebt>) {
  return (
    <QueryClientProvider client={areaClient()}>
      <OfflineNote />
      <GuestDebt {...props} />
    </QueryClientProvider>
  );
}
