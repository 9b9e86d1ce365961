import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useChooseCardNews } from '../api/choose-card-news.ts';

const ticked: Reader<boolean> = (text) => ({ value: text === 'on' });
const check = checkFields({ refused: ticked, accepted: ticked, refunded: ticked, month: ticked });

/** Which news of cards come by mail. */
export function CardNewsForm({ wanted }: { wanted: NonNullable<UserSettings['card_news']> }) {
  const t = useT();
  const choose = useChooseCardNews();
  const form = useForm({
    check,
    send: async (chosen) => {
      await choose.mutateAsync(chosen);
      notifyChange((now) => now('common.saveSuccess'));
    },
    refusal: (error) => refusalFrom(error, { title: (now) => now('account.newsFailed') }),
  });
  return (
    <Form state={form}>
      <p>{t('account.newsText')}</p>
      <Checkbox {...form.field('refused')} label={t('account.newsRefused')} defaultChecked={wanted.refused} />
      <Checkbox {...form.field('accepted')} label={t('account.newsAccepted')} defaultChecked={wanted.accepted} />
      {wanted.refunded !== undefined && (
        <Checkbox {...form.field('refunded')} label={t('account.newsRefunded')} defaultChecked={wanted.refunded} />
      )}
      {wanted.month !== undefined && (
        <Checkbox {...form.field('month')} label={t('account.newsMonth')} defaultChecked={wanted.month} />
      )}
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
