import type { Card } from '@tapfolio/contracts/cards.ts';
import { handleError } from '../../../lib/errors.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { nameOfCard } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form, FormActions } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useRenameCard } from '../api/rename-card.ts';
import { nameRefusal } from '../name-refusals.ts';

const checkName = checkFields({ name: nameOfCard });

type Props = { card: Card; isOpen: boolean; onClose: () => void };

export function RenameCardDialog({ card, isOpen, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t('cards.renameTitle', { card: card.name })} isOpen={isOpen} onClose={onClose}>
      <RenameForm card={card} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ card, onClose }: Omit<Props, 'isOpen'>) {
  const t = useT();
  const rename = useRenameCard(card.id);
  const form = useForm({
    check: checkName,
    send: async ({ name }) => {
      try {
        await rename.mutateAsync(name);
      } catch (error) {
        const refusal = nameRefusal(error);
        if (!refusal) handleError(error, {}, (now) => now('cards.renameFailed'));
        return refusal ?? {};
      }
      notifyChange((now) => now('cards.renameDone', { card: name }));
      onClose();
      return undefined;
    },
  });
  return (
    <Form state={form}>
      <TextField
        {...form.field('name')}
        label={t('cards.nameLabel')}
        help={t('cards.nameHelp')}
        defaultValue={card.name}
        autoComplete="off"
        required
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.save')}
        </Button>
        <CancelButton />
      </FormActions>
    </Form>
  );
}
