import type { Card } from '@tapfolio/contracts/cards.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { nameOfCard } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useRenameCard } from '../api/rename-card.ts';
import { CardNameField } from './card-name-field.tsx';

const checkName = checkFields({ name: nameOfCard });
const nameCodes = ['user_card_name_not_unique', 'card_name_is_card_number', '0102'] as const;

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
      await rename.mutateAsync(name);
      notifyChange((now) => now('cards.renameDone', { card: name }));
      onClose();
    },
    refusal: (error) => refusalFrom(error, { fields: { name: nameCodes }, title: (now) => now('cards.renameFailed') }),
  });
  return (
    <Form state={form}>
      <CardNameField field={form.field} defaultValue={card.name} />
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
