import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { ReactNode } from 'react';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { readLine, statementReference } from '../../../passenger/field-readers.ts';
import type { StatementLine } from '../../../passenger/statement-line.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { type FormState, useForm } from '../../../ui/use-form.ts';

type Props = { statementField: (form: FormState) => ReactNode; onSearch: (line: StatementLine) => Promise<void> };

/** The reference of a line, and the amount that goes with it into another form. */
const statementLine =
  (config: PortalConfig): Reader<StatementLine> =>
  (text, typed) => {
    const read = statementReference(config)(text, typed);
    if ('wrong' in read) return read;
    const [amount, ...others] = readLine(text, config).amounts;
    return { value: { srid: read.value, ...(amount !== undefined && others.length === 0 && { amount }) } };
  };

const checkBy = (config: PortalConfig) => checkFields({ srid: statementLine(config) });

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, { fields: { srid: ['NWA0004'] }, form: ['too_many_requests'] });

/** One box for a line of a bank statement; the field is called `srid`. */
export function ChargeSearchForm({ statementField, onSearch }: Props) {
  const t = useT();
  const config = usePortalConfig();
  const form = useForm({
    check: checkBy(config),
    send: async ({ srid: line }) => await onSearch(line),
    refusal: refusalOf,
  });
  return (
    <Form state={form}>
      {statementField(form)}
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('payments.findSubmit')}
        </Button>
      </FormActions>
    </Form>
  );
}
