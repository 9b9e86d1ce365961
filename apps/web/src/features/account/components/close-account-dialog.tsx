import { type ClosingReason, closingReasons } from '@tapfolio/contracts/closing-reasons.ts';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { AccountName } from '../../../passenger/account-name.tsx';
import { currentPassword } from '../../../passenger/field-readers.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { closeAccount } from '../api/close-account.ts';

const reason: Reader<ClosingReason> = (text) => {
  const value = closingReasons.find((known) => known === text);
  return value ? { value } : { wrong: (t) => t('account.closeReasonMissing') };
};
const nothing: Reader<undefined> = () => ({ value: undefined });
const checkWith = (hasPassword: boolean) =>
  checkFields<{ reason: Reader<ClosingReason>; password: Reader<string | undefined> }>({
    reason,
    password: hasPassword ? currentPassword : nothing,
  });

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    fields: { password: ['password_old_empty', 'password_old_incorrect'] },
    form: ['reauthentication_required', 'too_many_requests'],
    words: { reauthentication_required: (t) => t('account.closeSignInAgain') },
    title: (t) => t('account.closeFailed'),
  });

type Props = {
  /** The password of some passengers is at an identity provider, so we cannot check it. */
  hasPassword: boolean;
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
};

export function CloseAccountDialog({ isOpen, onClose, ...form }: Props) {
  const t = useT();
  return (
    <Dialog title={t('account.closeHeading')} isOpen={isOpen} onClose={onClose}>
      <p>{t('account.closeWarning')}</p>
      <CloseAccountForm {...form} />
    </Dialog>
  );
}

type FormProps = Pick<Props, 'hasPassword' | 'onClosed'>;

function CloseAccountForm({ hasPassword, onClosed }: FormProps) {
  const t = useT();
  const form = useForm({
    check: checkWith(hasPassword),
    send: async (given) => {
      await closeAccount(given.reason, given.password);
      onClosed();
    },
    refusal: refusalOf,
  });
  return (
    <Form state={form}>
      <Select
        {...form.field('reason')}
        label={t('account.closeReason')}
        help={t('account.closeReasonHelp')}
        defaultValue=""
        options={[
          { value: '', label: t('account.closeReasonChoose') },
          ...closingReasons.map((value) => ({ value, label: t(`account.closeReason_${value}`) })),
        ]}
        required
      />
      {hasPassword && (
        <>
          <AccountName />
          <PasswordField
            {...form.field('password')}
            label={t('account.closePassword')}
            autoComplete="current-password"
            enterKeyHint="done"
            required
          />
        </>
      )}
      <FormActions>
        <CancelButton />
        <Button type="submit" variant="danger" isBusy={form.isPending}>
          {t('account.closeSubmit')}
        </Button>
      </FormActions>
    </Form>
  );
}
