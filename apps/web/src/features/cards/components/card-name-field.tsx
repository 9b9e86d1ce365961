import { useT } from '../../../lib/i18n.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { FormState } from '../../../ui/use-form.ts';

type Props = { field: FormState['field']; defaultValue?: string | undefined };

/** The passenger's name for a card. */
export function CardNameField({ field, defaultValue }: Props) {
  const t = useT();
  return (
    <TextField
      {...field('name')}
      defaultValue={defaultValue}
      label={t('cards.nameLabel')}
      help={t('cards.nameHelp')}
      autoComplete="off"
      enterKeyHint="done"
      required
    />
  );
}
