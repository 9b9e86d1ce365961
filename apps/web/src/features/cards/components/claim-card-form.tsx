import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { useState } from 'react';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { amountIn, nameOfCard, statementReference } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { type FormState, useForm } from '../../../ui/use-form.ts';
import { useClaimCard } from '../api/card-claims.ts';
import { CardNameField } from './card-name-field.tsx';
import { ClaimConfirmation } from './claim-confirmation.tsx';
import { StatementFields, type TypedLine } from './statement-fields.tsx';

const checkBy = (config: PortalConfig) =>
  checkFields({
    firstSrid: statementReference(config),
    firstAmount: amountIn(config),
    secondSrid: statementReference(config),
    secondAmount: amountIn(config),
    name: nameOfCard,
  });

/** The fields for reference and amount of each line have their own names in the form. */
const fieldsOf =
  (form: FormState, line: 'first' | 'second'): FormState['field'] =>
  (name) =>
    form.field(name === 'srid' ? `${line}Srid` : `${line}Amount`);

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    fields: { name: ['user_card_name_not_unique', 'card_name_is_card_number'] },
    form: [
      ...(['card_claim_not_proven', 'card_claim_pending', 'card_claim_refused', 'card_claim_withdrawn'] as const),
      ...(['card_already_yours', 'too_many_requests'] as const),
    ],
    title: (t) => t('claims.failed'),
  });

type Props = { typed?: TypedLine | undefined; onClaimed: () => void; onLinked: (cardId: number) => void };

/** Claims a card that another account has, by two lines of its statement, after it says what will happen and when. */
export function ClaimCardForm({ typed, onClaimed, onLinked }: Props) {
  const t = useT();
  const claim = useClaimCard();
  const [asked, setAsked] = useState<{ name: string; goOn: () => void }>();
  const form = useForm({
    check: checkBy(usePortalConfig()),
    ask: ({ name }, goOn) => setAsked({ name, goOn }),
    send: async ({ firstSrid, firstAmount, secondSrid, secondAmount, name }) => {
      const first = { srid: firstSrid, amountMinor: firstAmount };
      const second = { srid: secondSrid, amountMinor: secondAmount };
      const { cardId } = await claim.mutateAsync({ first, second, name });
      notifyChange((now) => now(cardId === null ? 'claims.done' : 'cards.addDone', { card: name }));
      if (cardId === null) onClaimed();
      else onLinked(cardId);
    },
    refusal: refusalOf,
  });
  const handleConfirm = (): void => {
    setAsked(undefined);
    asked?.goOn();
  };
  return (
    <>
      <Form state={form} alertTitle={t('claims.failed')}>
        <FieldGroup title={t('claims.lineFirst')}>
          <StatementFields field={fieldsOf(form, 'first')} typed={typed} />
        </FieldGroup>
        <FieldGroup title={t('claims.lineSecond')}>
          <StatementFields field={fieldsOf(form, 'second')} isPlain />
        </FieldGroup>
        <CardNameField field={form.field} defaultValue={typed?.name} />
        <FormActions>
          <Button type="submit" variant="primary" isBusy={form.isPending}>
            {t('claims.submit')}
          </Button>
        </FormActions>
      </Form>
      <ClaimConfirmation card={asked?.name} onConfirm={handleConfirm} onClose={() => setAsked(undefined)} />
    </>
  );
}
