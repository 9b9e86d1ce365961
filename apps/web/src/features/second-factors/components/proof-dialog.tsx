import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { AccountName } from '../../../passenger/account-name.tsx';
import { currentPassword } from '../../../passenger/field-readers.ts';
import { PasskeyButton } from '../../../passenger/passkey-button.tsx';
import { useCanUsePasskeys } from '../../../passenger/passkey-support.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { confirmWithPasskey, confirmWithPassword } from '../api/confirm-identity.ts';
import type { StepUp } from '../use-step-up.ts';

type Props = {
  stepUp: StepUp;
  hasPasskeys: boolean;
};

/** Asks for the password or a passkey if the server needs a proof that the owner is still there. */
export function ProofDialog({ stepUp, hasPasskeys }: Props) {
  const t = useT();
  const canUsePasskeys = useCanUsePasskeys() && hasPasskeys;
  const handlePasskey = async (): Promise<void> => {
    await confirmWithPasskey();
    stepUp.onProven();
  };
  return (
    <Dialog title={t('account.proofHeading')} isOpen={stepUp.isProofWanted} onClose={stepUp.onGivenUp}>
      <p>{t('account.proofText')}</p>
      <PasswordProof onProven={stepUp.onProven} />
      {canUsePasskeys && (
        <PasskeyButton act={handlePasskey} notUsed={(now) => now('account.proofNotUsed')}>
          {t('account.proofPasskey')}
        </PasskeyButton>
      )}
    </Dialog>
  );
}

const check = checkFields({ password: currentPassword });

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, { fields: { password: ['password_old_incorrect'] }, form: ['too_many_requests'] });

function PasswordProof({ onProven }: { onProven: () => void }) {
  const t = useT();
  const form = useForm({
    check,
    send: async ({ password }) => {
      await confirmWithPassword(password);
      onProven();
    },
    refusal: refusalOf,
  });
  return (
    <Form state={form}>
      <AccountName />
      <PasswordField
        {...form.field('password')}
        label={t('account.proofPassword')}
        autoComplete="current-password"
        enterKeyHint="go"
        required
      />
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.confirm')}
        </Button>
      </FormActions>
    </Form>
  );
}
