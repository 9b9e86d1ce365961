import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import type { ReactNode } from 'react';
import { checkFields } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { nameOfCard } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';

/** The name of a favourite has the same limits as the name of a card. */
const checkName = checkFields({ name: nameOfCard });
const nameCodes = ['card_name_is_card_number', '0102'] as const;
const none: readonly ErrorCode[] = [];

type Props = {
  /** The name that the field has at first. */
  name: string;
  submit: ReactNode;
  send: (name: string) => Promise<void>;
  /** The codes of refusals that are about the favourite and not about its name. */
  codes?: readonly ErrorCode[];
  /** The title of the notice about any other failure. */
  failed: LazyText;
};

/** Asks for the name of a favourite; sending it is the passenger's confirmation. */
export function FavouriteForm({ name, submit, send, codes = none, failed }: Props) {
  const t = useT();
  const form = useForm({
    check: checkName,
    send: ({ name: typed }) => send(typed),
    refusal: (error) => refusalFrom(error, { fields: { name: nameCodes }, form: codes, title: failed }),
  });
  return (
    <Form state={form} alertTitle={failed(t)}>
      <TextField
        {...form.field('name')}
        label={t('favourites.nameLabel')}
        help={t('favourites.nameHelp')}
        defaultValue={name}
        autoComplete="off"
        enterKeyHint="done"
        required
      />
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {submit}
        </Button>
      </FormActions>
    </Form>
  );
}
