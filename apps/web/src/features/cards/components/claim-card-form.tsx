import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { objectionDays } from '@tapfolio/domain/claim-states.ts';
import { maxCardName } from '@tapfolio/domain/shown-text.ts';
import { useState } from 'react';
import { errorText } from '../../../lib/errors.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { amountIn, nameOfCard, statementReference } from '../../../passenger/field-readers.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Form, FormActions } from '../../../ui/form.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type FormState, useForm } from '../../../ui/use-form.ts';
import { useClaimCard } from '../api/card-claims.ts';
import { StatementFields } from './statement-fields.tsx';

const checkBy = ({ statementReference: rules, currency }: PortalConfig) =>
  checkFields({
    firstSrid: statementReference(rules),
    firstAmount: amountIn(currency),
    secondSrid: statementReference(rules),
    secondAmount: amountIn(currency),
    name: nameOfCard,
  });

type Typed = Extract<ReturnType<ReturnType<typeof checkBy>>, { value: unknown }>['value'];

/** Reference and amount of each line have names of their own in the form. */
const fieldsOf =
  (form: FormState, line: 'first' | 'second'): FormState['field'] =>
  (name) =>
    form.field(name === 'srid' ? `${line}Srid` : `${line}Amount`);

type Props = { onClaimed: () => void; onLinked: (cardId: number) => void };

/** Claims a card that another account has, by two lines of its statement, after saying what will happen and when. */
export function ClaimCardForm({ onClaimed, onLinked }: Props) {
  const t = useT();
  const claim = useClaimCard();
  const [typed, setTyped] = useState<Typed>();
  const [refused, setRefused] = useState<LazyText>();
  const form = useForm({
    check: checkBy(usePortalConfig()),
    send: async (value) => {
      setRefused(undefined);
      setTyped(value);
    },
  });
  const handleConfirm = async ({ firstSrid, firstAmount, secondSrid, secondAmount, name }: Typed): Promise<void> => {
    try {
      const first = { srid: firstSrid, amountMinor: firstAmount };
      const second = { srid: secondSrid, amountMinor: secondAmount };
      const { cardId } = await claim.mutateAsync({ first, second, name });
      notifyChange((now) => now(cardId === null ? 'claims.done' : 'cards.addDone', { card: name }));
      if (cardId === null) onClaimed();
      else onLinked(cardId);
    } catch (error) {
      setTyped(undefined);
      setRefused(() => errorText(error));
    }
  };
  return (
    <Form state={form}>
      {refused && (
        <Alert type="danger" title={t('claims.failed')} isFocusable>
          {refused(t)}
        </Alert>
      )}
      <Line title={t('claims.lineFirst')} field={fieldsOf(form, 'first')} />
      <Line title={t('claims.lineSecond')} field={fieldsOf(form, 'second')} />
      <TextField
        {...form.field('name')}
        label={t('cards.nameLabel')}
        help={t('cards.nameHelp')}
        maxLength={maxCardName}
        autoComplete="off"
        required
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('claims.submit')}
        </Button>
      </FormActions>
      {typed && (
        <Confirmation name={typed.name} onConfirm={() => handleConfirm(typed)} onClose={() => setTyped(undefined)} />
      )}
    </Form>
  );
}

function Line({ title, field }: { title: string; field: FormState['field'] }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <Stack gap={5}>
        <StatementFields field={field} />
      </Stack>
    </fieldset>
  );
}

type ConfirmationProps = { name: string; onConfirm: () => Promise<void>; onClose: () => void };

function Confirmation({ name, onConfirm, onClose }: ConfirmationProps) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const [until] = useState(() => new Date(Date.now() + objectionDays * 86_400_000).toISOString());
  return (
    <ConfirmDialog
      title={t('claims.confirmTitle', { card: name })}
      confirmLabel={t('claims.submit')}
      isOpen
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('claims.confirmText', { date: formats.date(until, timeZone) })}</p>
    </ConfirmDialog>
  );
}
