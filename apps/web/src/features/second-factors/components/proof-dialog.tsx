import { errorText, handleError } from '../../../lib/errors.ts';
import { checkFields, secret } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { PasskeyButton } from '../../../passenger/passkey-button.tsx';
import { useCanUsePasskeys } from '../../../passenger/passkey-support.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form, FormActions } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { type Refusal, useForm } from '../../../ui/use-form.ts';
import { confirmWithPasskey, confirmWithPassword } from '../api/confirm-identity.ts';
import type { StepUp } from '../use-step-up.ts';

type Props = {
  stepUp: StepUp;
  hasPasskeys: boolean;
};

/** Asks for the password or a passkey when the server wants to be sure that it is still the owner who acts. */
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

const check = checkFields({ password: secret });

function refusalOf(error: unknown): Refusal {
  const refusal = handleError<Refusal>(error, {
    password_old_incorrect: () => ({ fields: { password: errorText(error) } }),
    too_many_requests: () => ({ form: errorText(error) }),
  });
  return refusal ?? {};
}

function PasswordProof({ onProven }: { onProven: () => void }) {
  const t = useT();
  const form = useForm({
    check,
    send: async ({ password }) => {
      try {
        await confirmWithPassword(password);
      } catch (error) {
        return refusalOf(error);
      }
      onProven();
      return undefined;
    },
  });
  return (
    <Form state={form}>
      <PasswordField
        {...form.field('password')}
        label={t('account.proofPassword')}
        autoComplete="current-password"
        required
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.confirm')}
        </Button>
        <CancelButton />
      </FormActions>
    </Form>
  );
}
