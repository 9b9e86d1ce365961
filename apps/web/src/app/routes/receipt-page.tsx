import { useParams } from '@tanstack/react-router';
import { refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { type ComponentProps, Suspense, useState } from 'react';
import { StatementFields } from '../../features/cards/components/statement-fields.tsx';
import { findReceipts } from '../../features/receipts/api/find-receipts.ts';
import { type Found, ReceiptSearchForm } from '../../features/receipts/components/receipt-search-form.tsx';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useT } from '../../lib/i18n.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { useStatementLine } from '../../passenger/statement-line.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GuestRefused } from '../card-refused/guest-refused.tsx';

const FoundReceipts = lazyPart(
  async () => (await import('../../features/receipts/components/found-receipts.tsx')).FoundReceipts,
);
const GuestDebt = lazyPart(async () => (await import('../receipts/guest-debt-part.tsx')).GuestDebtPart);

/** Receipts without an account; `/receipt/:srfid` comes with the reference filled in (RCPT-02). */
export function ReceiptPageScreen() {
  const t = useT();
  const { brand, offersDebtPayment } = usePortalConfig();
  const { srfid: srid } = useParams({ strict: false });
  const line = useStatementLine();
  const [found, setFound] = useState<Found>();
  // The result of the same search after an unpaid fare in it was paid.
  const [renewed, setRenewed] = useState<Found>();
  const startAgain = (): void => {
    focusHeading({ isSeen: true });
    setFound(undefined);
  };
  const renew = async ({ proof }: Found): Promise<void> => {
    // Without an answer the first result stays; the passenger can search again.
    setRenewed(
      await findReceipts(proof).then(
        (receipts) => ({ proof, receipts }),
        () => undefined,
      ),
    );
  };
  const need = offersDebtPayment ? 'receipts.introWithDebt' : 'receipts.intro';
  const intro = found ? undefined : t(need, { payee: brand.payeeLabel });
  return (
    <Screen title={t('receipts.title')} intro={intro} actions={!found && <GuestRefused />} isNarrow>
      {found ? (
        <Boundary>
          <Suspense fallback={<Skeleton lines={6} />}>
            <FoundReceipts
              found={renewed?.proof === found.proof ? renewed : found}
              onAgain={startAgain}
              beside={({ srid }, proof) => owes(found, srid) && <Debt proof={proof} onPaid={() => void renew(found)} />}
            />
          </Suspense>
        </Boundary>
      ) : (
        <ReceiptSearchForm
          statementFields={(form) => (
            <StatementFields field={form.field} typed={srid === undefined ? line : { srid }} enterKeyHint="search" />
          )}
          onFound={setFound}
        />
      )}
    </Screen>
  );
}

/** True if the bank had refused a payment when it was found. A payment that was paid since then keeps its place and says so. */
const owes = ({ receipts }: Found, srid: string): boolean =>
  receipts.some((receipt) => receipt.srid === srid && refusedPaymentStatuses.includes(receipt.status));

/** What is still owed of a payment that the bank refused. */
function Debt(props: ComponentProps<typeof GuestDebt>) {
  return (
    <Boundary>
      <Suspense fallback={<Skeleton lines={3} />}>
        <GuestDebt {...props} />
      </Suspense>
    </Boundary>
  );
}
