import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PaymentsIcon } from '../../../ui/icons.tsx';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import type { Proof, PublicReceipt } from '../api/find-receipts.ts';
import { FoundReceipt } from './found-receipt.tsx';
import type { Found } from './receipt-search-form.tsx';
import style from './receipts.module.css';

type Props = {
  found: Found;
  onAgain: () => void;
  /** What else belongs to a payment that was found. */
  beside?: (receipt: PublicReceipt, proof: Proof) => ReactNode;
};

/** Shows the found receipts in place of the form; the focus moves there. */
export function FoundReceipts({ found, onAgain, beside }: Props) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const again = <Button onClick={onAgain}>{t('receipts.another')}</Button>;
  if (found.receipts.length === 0) {
    return (
      <EmptyState icon={<PaymentsIcon />} title={t('errors.NWA0013')} action={again}>
        {t('errors.NWA0003')}
      </EmptyState>
    );
  }
  return (
    <Stack as="section" gap={5} isStart aria-labelledby="found-receipts">
      <h2 id="found-receipts" ref={heading} tabIndex={-1}>
        {t('receipts.found', { count: found.receipts.length })}
      </h2>
      <Stack as="ul" className={style.list}>
        {found.receipts.map((receipt) => (
          <li key={receipt.srid}>
            <Stack>
              {beside?.(receipt, { ...found.proof, srid: receipt.srid })}
              <FoundReceipt receipt={receipt} proof={{ ...found.proof, srid: receipt.srid }} />
            </Stack>
          </li>
        ))}
      </Stack>
      <Quiet isSmall={false}>{t('receipts.privacy')}</Quiet>
      {again}
    </Stack>
  );
}
