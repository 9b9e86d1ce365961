import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { StatementDrawing } from '../../features/cards/components/statement-drawing.tsx';
import { StatementField } from '../../features/cards/components/statement-field.tsx';
import { foundPaymentsQuery } from '../../features/payments/api/find-payments.ts';
import { ChargeSearchForm } from '../../features/payments/components/charge-search-form.tsx';
import { FoundPayments } from '../../features/payments/components/found-payments.tsx';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useT } from '../../lib/i18n.ts';
import { useStillHere } from '../../lib/use-still-here.ts';
import { openRow } from '../../passenger/open-row.ts';
import { keepStatementLine, type StatementLine } from '../../passenger/statement-line.ts';
import { Columns, Stack } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NoCharge } from './no-charge.tsx';

type Props = {
  /** The line that was searched for before, on this entry of the browser's history. */
  line: StatementLine | undefined;
  /** Called when the only payment found is opened. */
  onLeave: () => void;
};

/** The search for the payment behind a line of a bank statement. It opens the payment if there is one, and lists several. */
export function ChargeSearch({ line, onLeave }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const isStillHere = useStillHere();
  const [searches, setSearches] = useState(0);
  const search = async (asked: StatementLine): Promise<void> => {
    const [only, ...others] = await queries.fetchQuery(foundPaymentsQuery(asked.srid));
    if (!isStillHere()) return;
    if (only === undefined || others.length > 0) {
      const statementLine = keepStatementLine(asked);
      const state = (before: object) => ({ ...before, statementLine });
      await navigate({ to: '.', search: true, state, replace: true, resetScroll: false });
      setSearches((count) => count + 1);
      return;
    }
    onLeave();
    focusHeading();
    const { cardId, payment } = only;
    const row = {
      to: pathOf('card-payments-history-table'),
      params: { id: String(cardId) },
      search: openRow(payment.id, payment.openedAt),
      state: { askedAt: performance.now() },
    };
    // The payment may be open already, also in a row that was scrolled past: the same address is no new step.
    const isHere = router.buildLocation(row).href === router.latestLocation.href;
    await navigate({ ...row, replace: isHere, resetScroll: !isHere });
  };
  return (
    <Columns>
      <Stack gap={6}>
        <ChargeSearchForm
          statementField={({ field }) => (
            <StatementField {...field('srid')} defaultValue={line?.srid} enterKeyHint="search" />
          )}
          onSearch={search}
        />
        {line && <Found key={searches} line={line} isNew={searches > 0} />}
      </Stack>
      <StatementDrawing />
    </Columns>
  );
}

/** What was found for a line that does not lead to exactly one payment. */
function Found({ line, isNew }: { line: StatementLine; isNew: boolean }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(foundPaymentsQuery(line.srid));
  // The focus goes to what a search has found, but not to what was there already when the passenger came back.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <Loaded query={query} lines={4}>
      {(found) => (
        <Stack as="section" aria-labelledby="found-charge">
          <h2 id="found-charge" ref={heading} tabIndex={-1}>
            {found.length === 0
              ? t('payments.findNone', { srid: line.srid })
              : t('receipts.found', { count: found.length })}
          </h2>
          {found.length === 0 ? <NoCharge line={line} /> : <FoundPayments found={found} />}
        </Stack>
      )}
    </Loaded>
  );
}
