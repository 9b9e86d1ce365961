import { useParams } from '@tanstack/react-router';
import { refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { lazy, Suspense, useState } from 'react';
import { StatementFields } from '../../features/cards/components/statement-fields.tsx';
import type { Proof, PublicReceipt } from '../../features/receipts/api/find-receipts.ts';
import { type Found, ReceiptSearchForm } from '../../features/receipts/components/receipt-search-form.tsx';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const FoundReceipts = lazy(async () => ({
  default: (await import('../../features/receipts/components/found-receipts.tsx')).FoundReceipts,
}));
const GuestDebt = lazy(async () => ({ default: (await import('../receipts/guest-debt-part.tsx')).GuestDebtPart }));

/** Receipts without an account; `/receipt/:srfid` comes with the reference filled in (RCPT-02). */
export function ReceiptPageScreen() {
  const t = useT();
  const { brand } = usePortalConfig();
  const { srfid } = useParams({ strict: false });
  const [found, setFound] = useState<Found>();
  const startAgain = (): void => {
    focusHeading();
    setFound(undefined);
  };
  return (
    <Screen title={t('receipts.title')} intro={t('receipts.intro', { payee: brand.payeeLabel })} isNarrow>
      {found ? (
        <Boundary>
          <Suspense fallback={<Skeleton lines={6} />}>
            <FoundReceipts found={found} onAgain={startAgain} beside={debtOf} />
          </Suspense>
        </Boundary>
      ) : (
        <ReceiptSearchForm
          statementFields={(state) => <StatementFields field={state.field} typed={{ srid: srfid }} />}
          onFound={setFound}
        />
      )}
    </Screen>
  );
}

/** What a payment that the bank refused still owes. */
const debtOf = ({ status }: PublicReceipt, proof: Proof) =>
  refusedPaymentStatuses.includes(status) && (
    <Boundary>
      <Suspense fallback={<Skeleton lines={3} />}>
        <GuestDebt proof={proof} />
      </Suspense>
    </Boundary>
  );
