import { useState } from 'react';
import { type T, useLocale, useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { samePerson } from '../../../passenger/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { RangeEnds } from '../../../ui/date-time-range.tsx';
import { CancelButton } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import type { OpenRange } from '../../../ui/open-range.ts';
import { Select } from '../../../ui/select.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type AskedPeriod, documentCheck, documentFormats, periodOfRange } from '../document-check.ts';
import type { DocumentKind } from '../document-kinds.ts';
import { type DocumentCard, DocumentCards } from './document-cards.tsx';

const refusalOf =
  ({ refusedPeriod, failed }: DocumentKind) =>
  (error: unknown): Refusal =>
    refusalFrom(error, {
      fields: { period: refusedPeriod },
      form: ['NWA0011', 'TM0108', 'unavailable', 'too_many_requests'],
      title: failed,
    });

type Props = {
  kind: DocumentKind;
  cards: readonly DocumentCard[];
  /** The card that is chosen already; undefined for all. */
  chosen: number | undefined;
  /** The period of the list or the day of the trip that the passenger came from. */
  range: OpenRange;
  onDone: () => void;
};

/** Asks for the period, the cards and the type of the file, and saves the file. */
export function DocumentForm({ kind, cards, chosen, range, onDone }: Props) {
  const t = useT();
  const locale = useLocale();
  const days = usePortalConfig();
  const [start] = useState(() => periodOfRange(kind, range, { locale, days }));
  const [period, setPeriod] = useState<string>(start.period);
  const cardIds = cards.map(({ id }) => id);
  const form = useForm({
    check: documentCheck(kind, cardIds, { locale, days }),
    send: async (asked) => {
      const isForReader = samePerson();
      const file = await kind.download(asked);
      if (!isForReader()) return;
      const { from, to, format: type } = asked;
      saveFile(file, kind.fileName(t, { from, to, type }));
      notify({ type: 'success', title: kind.downloaded, uniqId: 'travel-document' });
      onDone();
    },
    refusal: refusalOf(kind),
  });
  const { span } = start;
  return (
    <Form state={form} alertTitle={kind.failed(t)}>
      <Select
        {...form.field('period')}
        label={t('cards.period')}
        value={period}
        onChange={(event) => setPeriod(event.target.value)}
        options={[...kind.periods, 'other' as const].map((value) => ({ value, label: labelOf(value, t) }))}
      />
      {period === 'other' && (
        <RangeEnds
          ends={span ? { from: { day: span.first }, to: { day: span.last } } : {}}
          hasTimes={false}
          form={form}
        />
      )}
      <DocumentCards cards={cards} chosen={chosen} error={form.field('cards').error} />
      <Permitted to="card-trips-history-table.work">
        <Checkbox {...form.field('only')} label={t('work.only')} />
      </Permitted>
      <Select
        {...form.field('format')}
        label={t('travelstatement.format')}
        defaultValue="pdf"
        options={documentFormats.map((value) => ({ value, label: t(`travelstatement.format_${value}`) }))}
      />
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {form.isPending ? kind.busy(t) : t('travelstatement.download')}
        </Button>
      </FormActions>
    </Form>
  );
}

const labelOf = (period: AskedPeriod, t: T): string =>
  period === 'other' ? t('travelstatement.otherPeriod') : t(`common.preset.${period}`);
