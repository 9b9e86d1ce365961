import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { ReactNode } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { amountIn, statementReference } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type FormState, type Refusal, useForm } from '../../../ui/use-form.ts';
import { findReceipts, type Proof, type PublicReceipt } from '../api/find-receipts.ts';

export type Found = { proof: Proof; receipts: readonly PublicReceipt[] };

type Props = { statementFields: (state: FormState) => ReactNode; onFound: (found: Found) => void };

const checkBy = ({ statementReference: rules, currency }: PortalConfig) =>
  checkFields({ srid: statementReference(rules), amount: amountIn(currency) });

function refusalOf(error: unknown): Refusal {
  const refusal = handleError<Refusal>(error, {
    statement_reference_not_found: () => ({ form: (t) => t('errors.statement_reference_not_found') }),
    receipt_not_found: () => ({ form: (t) => t('errors.statement_reference_not_found') }),
    too_many_requests: () => ({ form: (t) => t('errors.too_many_requests') }),
  });
  return refusal ?? {};
}

export function ReceiptSearchForm({ statementFields, onFound }: Props) {
  const t = useT();
  const config = usePortalConfig();
  const state = useForm({
    check: checkBy(config),
    send: async ({ srid, amount }) => {
      const proof = { srid, amountMinor: amount };
      try {
        onFound({ proof, receipts: await findReceipts(proof) });
      } catch (error) {
        return refusalOf(error);
      }
      return undefined;
    },
  });
  return (
    <Form state={state}>
      <Panel>
        {statementFields(state)}
        <Button type="submit" variant="primary" isWide isBusy={state.isPending}>
          {t('receipts.submit')}
        </Button>
      </Panel>
    </Form>
  );
}
