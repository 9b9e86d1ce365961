import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { useState } from 'react';
import { errorText, handleError } from '../../../lib/errors.ts';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { nameOfCard } from '../../../passenger/field-readers.ts';
import { type Ceremony, ceremonyOutcome } from '../../../passenger/passkey-support.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { useHold } from '../../../ui/hold.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useAddPasskey } from '../api/add-passkey.ts';
import type { StepUp } from '../use-step-up.ts';

/** The name of a passkey has the same rules as the name of a card. */
const passkeyName: Reader<string> = (text, typed) => {
  if (looksLikePan(text)) return { wrong: (t) => t('errors.card_name_is_card_number') };
  const read = nameOfCard(text, typed);
  return 'wrong' in read ? { wrong: (t) => t('account.passkeyNameWrong') } : read;
};
const check = checkFields({ name: passkeyName });

type Outcome = { type: 'info' | 'danger'; text: LazyText };

const ofCeremony: Record<Ceremony, Outcome> = {
  not_used: { type: 'info', text: (t) => t('account.passkeyNotAdded') },
  already_there: { type: 'info', text: (t) => t('account.passkeyAlready') },
  unsupported: { type: 'danger', text: (t) => t('account.passkeyUnsupported') },
};

function outcomeOf(error: unknown): Outcome | undefined {
  const ceremony = ceremonyOutcome(error);
  if (ceremony) return ofCeremony[ceremony];
  const refused = (): Outcome => ({ type: 'danger', text: errorText(error) });
  const special = { passkey_refused: refused, passkey_limit_reached: refused, card_name_is_card_number: refused };
  return handleError(error, special, (t) => t('account.passkeyFailed'));
}

type Props = { stepUp: StepUp; isOpen: boolean; onClose: () => void };

/** The name first, then the browser's own dialog. */
export function AddPasskeyDialog({ stepUp, isOpen, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t('account.passkeyAdd')} isOpen={isOpen} isCovered={stepUp.isProofWanted} onClose={onClose}>
      <AddPasskeyForm stepUp={stepUp} onClose={onClose} />
    </Dialog>
  );
}

function AddPasskeyForm({ stepUp, onClose }: Omit<Props, 'isOpen'>) {
  const t = useT();
  const add = useAddPasskey();
  const [outcome, setOutcome] = useState<Outcome>();
  useHold(add.isPending);
  const addAs = async (name: string): Promise<void> => {
    await add.mutateAsync(name);
    notifyChange((now) => now('account.passkeyAdded', { name }));
    onClose();
  };
  const form = useForm({
    check,
    send: async ({ name }) => {
      setOutcome(undefined);
      void stepUp.run({ act: () => addAs(name), onFailure: (error) => setOutcome(outcomeOf(error)) });
    },
  });
  return (
    <Form state={form}>
      {outcome && <Alert type={outcome.type}>{outcome.text(t)}</Alert>}
      <TextField
        {...form.field('name')}
        label={t('account.passkeyName')}
        help={t('account.passkeyNameHelp')}
        autoComplete="off"
        enterKeyHint="go"
        required
      />
      <p>{t('account.passkeyAddNext')}</p>
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          {t('account.passkeyContinue')}
        </Button>
      </FormActions>
    </Form>
  );
}
