import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { checkFields, typedTexts } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { amountIn, nameOfCard, statementReference } from '../../../passenger/field-readers.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useLinkCard } from '../api/link-card.ts';
import { CardNameField } from './card-name-field.tsx';
import { OwnCard } from './own-card.tsx';
import { StatementFields, type TypedLine } from './statement-fields.tsx';

const checkBy = (config: PortalConfig) =>
  checkFields({ srid: statementReference(config), amount: amountIn(config), name: nameOfCard });

/** The passenger's own card, if that is the one that the passenger tried to add. */
function ownCardOf(error: unknown): number | undefined {
  const cardId = error instanceof ApiError && error.code === 'card_already_yours' && error.details.cardId;
  return typeof cardId === 'number' ? cardId : undefined;
}

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    fields: {
      srid: ['NWA0003', 'xtat_number_not_unique'],
      name: ['user_card_name_not_unique', 'card_name_is_card_number'],
    },
    form: ['too_many_requests'],
    title: (t) => t('cards.addFailed'),
  });

/** Links a card by one line of its statement (CARD-02); a refusal is shown at the field that it is about. */
export function AddCardForm({
  typed,
  onLinked,
  onClaim,
}: {
  typed?: TypedLine | undefined;
  onLinked: (cardId: number) => void;
  onClaim: (typed: TypedLine) => void;
}) {
  const t = useT();
  const config = usePortalConfig();
  const link = useLinkCard();
  const [ownCard, setOwnCard] = useState<number>();
  const [isTaken, setTaken] = useState(false);
  const form = useForm({
    check: checkBy(config),
    send: async ({ srid, amount, name }) => {
      setOwnCard(undefined);
      setTaken(false);
      const { id } = await link.mutateAsync({ srid, amountMinor: amount, name });
      notifyChange((now) => now('cards.addDone', { card: name }));
      onLinked(id);
    },
    refusal: (error) => {
      const own = ownCardOf(error);
      setOwnCard(own);
      setTaken(error instanceof ApiError && error.code === 'xtat_number_not_unique');
      return own === undefined ? refusalOf(error) : {};
    },
  });
  const handleClaim = (): void => {
    const element = form.attributes.ref.current;
    if (element) onClaim(typedTexts(new FormData(element)));
  };
  return (
    <Form state={form}>
      {ownCard !== undefined && <OwnCard cardId={ownCard} />}
      <StatementFields field={form.field} typed={typed}>
        {isTaken && form.field('srid').error && <TakenCard onClaim={handleClaim} />}
      </StatementFields>
      <CardNameField field={form.field} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('cards.addSubmit')}
        </Button>
      </FormActions>
    </Form>
  );
}

/** Leads to the claim of a card that another account has (CARD-06), if the passenger may claim. */
function TakenCard({ onClaim }: { onClaim: () => void }) {
  const t = useT();
  return (
    <Permitted to="card-add.claim">
      <Alert type="info">
        <Stack gap={3}>
          <p>{t('claims.offer')}</p>
          <div>
            <Button onClick={onClaim}>{t('claims.title')}</Button>
          </div>
        </Stack>
      </Alert>
    </Permitted>
  );
}
