import type { StatementQuery } from '@tapfolio/contracts/travel-statement.ts';
import { useState } from 'react';
import { type T, useLocale, useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { samePerson } from '../../../passenger/session.ts';
import { Button } from '../../../ui/button.tsx';
import { RangeEnds } from '../../../ui/date-time-range.tsx';
import { CancelButton } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import type { OpenRange } from '../../../ui/open-range.ts';
import { Select } from '../../../ui/select.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { downloadTravelStatement } from '../api/download-travel-statement.ts';
import {
  periodOfRange,
  type StatementPeriod,
  statementCheck,
  statementFormats,
  statementPeriods,
} from '../statement-check.ts';
import { type StatementCard, StatementCards } from './statement-cards.tsx';

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    fields: { period: ['travel_statement_too_long', 'travel_statement_empty'] },
    form: ['NWA0011', 'TM0108', 'unavailable', 'too_many_requests'],
    title: (t) => t('travelstatement.failed'),
  });

type Props = {
  cards: readonly StatementCard[];
  /** The period of the list that the passenger came from. */
  range: OpenRange;
  onDone: () => void;
};

/** Asks for the period, the cards and the type of the file, and saves the file. */
export function StatementForm({ cards, range, onDone }: Props) {
  const t = useT();
  const locale = useLocale();
  const days = usePortalConfig();
  const [start] = useState(() => periodOfRange(range, days));
  const [period, setPeriod] = useState<string>(start.period);
  const cardIds = cards.map(({ id }) => id);
  const form = useForm({
    check: statementCheck(cardIds, { locale, days }),
    send: async (asked) => {
      const isForReader = samePerson();
      const file = await downloadTravelStatement(asked);
      if (!isForReader()) return;
      saveFile(file, nameOf(asked, t));
      notify({ type: 'success', title: (now) => now('travelstatement.downloaded'), uniqId: 'travel-statement' });
      onDone();
    },
    refusal: refusalOf,
  });
  const { span } = start;
  return (
    <Form state={form} alertTitle={t('travelstatement.failed')}>
      <Select
        {...form.field('period')}
        label={t('cards.period')}
        value={period}
        onChange={(event) => setPeriod(event.target.value)}
        options={statementPeriods.map((value) => ({ value, label: labelOf(value, t) }))}
      />
      {period === 'other' && (
        <RangeEnds
          ends={span ? { from: { day: span.first }, to: { day: span.last } } : {}}
          hasTimes={false}
          form={form}
        />
      )}
      <StatementCards cards={cards} error={form.field('cards').error} />
      <Select
        {...form.field('format')}
        label={t('travelstatement.format')}
        defaultValue="pdf"
        options={statementFormats.map((value) => ({ value, label: t(`travelstatement.format_${value}`) }))}
      />
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t(form.isPending ? 'travelstatement.busy' : 'travelstatement.download')}
        </Button>
      </FormActions>
    </Form>
  );
}

const labelOf = (period: StatementPeriod, t: T): string =>
  period === 'other' ? t('travelstatement.otherPeriod') : t(`common.preset.${period}`);

const nameOf = ({ from, to, format: type }: StatementQuery, t: T): string =>
  t('travelstatement.fileName', { from, to, type });
