import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { type LazyText, useLocale, useT } from '../../../lib/i18n.ts';
import { languageNames } from '../../../lib/language-names.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { changeLanguage } from '../../../passenger/language-choice.ts';
import { useSessionUser } from '../../../passenger/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Select } from '../../../ui/select.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { saveLanguage } from '../api/save-language.ts';

const language: Reader<Locale> = (text) =>
  isLocale(text) ? { value: text } : { wrong: (t) => t('validation.required') };
const check = checkFields({ language });

const failed: LazyText = (t) => t('account.languageFailed');

/** The page changes at once; the account stores the choice for mails and receipts (I18N-05). */
async function choose(locale: Locale): Promise<void> {
  if (!(await changeLanguage(locale, failed))) return;
  await saveLanguage(locale);
  notifyChange((t) => t('account.languageDone', { language: languageNames[locale] }));
}

/** The choice is a draft until it is saved, so that moving through the list by keyboard changes nothing (WCAG 3.2.2). */
export function LanguageSetting() {
  const t = useT();
  const locale = useLocale();
  const { languages } = usePortalConfig();
  // A choice that another device has made since; this browser keeps its own.
  const ofMails = useSessionUser()?.display_language ?? locale;
  const isOther = ofMails !== locale && languages.deployed.includes(ofMails);
  const form = useForm({
    check,
    send: (chosen) => choose(chosen.language),
    refusal: (error) => refusalFrom(error, { title: failed }),
  });
  return (
    <Form state={form}>
      <Select
        // If the page changes to another language through the frame, the draft ends.
        key={locale}
        {...form.field('language')}
        label={t('account.languageHeading')}
        help={isOther ? t('account.languageOther', { language: languageNames[ofMails] }) : t('account.languageHelp')}
        defaultValue={locale}
        options={languages.deployed.map((deployed) => ({
          value: deployed,
          label: languageNames[deployed],
        }))}
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
