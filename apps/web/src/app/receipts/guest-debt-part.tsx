import { QueryClientProvider } from '@tanstack/react-query';
import type { DebtProof } from '../../features/debts/api/find-debt.ts';
import { GuestDebt } from '../../features/debts/components/guest-debt.tsx';
import { areaClient } from '../area-client.ts';

/** An unpaid fare on a public page, which keeps no answers of the server otherwise. */
export function GuestDebtPart({ proof }: { proof: DebtProof }) {
  return (
    <QueryClientProvider client={areaClient()}>
      <GuestDebt proof={proof} />
    </QueryClientProvider>
  );
}
