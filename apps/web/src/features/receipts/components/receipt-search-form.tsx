import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { ReactNode } from 'react';
import { checkFields } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { amountIn, statementReference } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type FormState, useForm } from '../../../ui/use-form.ts';
import { findReceipts, type Proof, type PublicReceipt } from '../api/find-receipts.ts';

export type Found = { proof: Proof; receipts: readonly PublicReceipt[] };

type Props = { statementFields: (form: FormState) => ReactNode; onFound: (found: Found) => void };

const checkBy = (config: PortalConfig) => checkFields({ srid: statementReference(config), amount: amountIn(config) });

const notFound: LazyText = (t) => t('errors.NWA0003');
const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    form: ['NWA0003', 'NWA0010', 'too_many_requests'],
    words: { NWA0010: notFound },
  });

export function ReceiptSearchForm({ statementFields, onFound }: Props) {
  const t = useT();
  const config = usePortalConfig();
  const form = useForm({
    check: checkBy(config),
    send: async ({ srid, amount }) => {
      const proof = { srid, amountMinor: amount };
      onFound({ proof, receipts: await findReceipts(proof) });
    },
    refusal: refusalOf,
  });
  return (
    <Form state={form}>
      <Panel>
        {statementFields(form)}
        <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
          {t('receipts.submit')}
        </Button>
      </Panel>
    </Form>
  );
}
